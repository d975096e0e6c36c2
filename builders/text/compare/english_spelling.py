"""British and American spelling brought to one, by word families.

The lists are of stems, so that *our* and *four* are left alone; each family states which
endings it takes.
"""

from __future__ import annotations

_OUR = (
    "arbour ardour armour behaviour candour clamour colour demeanour endeavour favour fervour "
    "flavour "
    "glamour harbour honour humour labour misdemeanour neighbour odour parlour rancour rigour "
    "rumour "
    "saviour savour splendour succour tumour valour vapour vigour"
)
_OUR_TAILS = (
    "", "s", "ed", "ing", "able", "ably", "ful", "fully", "less", "er", "ers", "ite", "ites",
    "hood", "hoods", "ly", "al", "ally", "y", "ism", "some", "ings",
)  # fmt: skip
_ISE = (
    "acclimat agon anal apolog author brutal burglar canal capital categor central character civil "
    "colon commercial computer critic crystall custom decentral democrat demon "
    "denational digit dramat "
    "econom emphas energ equal evangel extern factor familiar fantas fertil final formal fossil "
    "fraternal galvan general global glamor harmon homogen hospital human hypnot hypothes ideal "
    "immobil immun individual industrial initial institutional internal international ital jeopard "
    "legal legitim liberal local magnet marginal material maxim mechan memor mesmer min minim "
    "mobil "
    "modern monopol moral national natural neutral normal optim organ ostrac oxid pasteur patron "
    "penal personal plagiar polar popular pressur priorit privat public pulver random rational "
    "real "
    "recogn reorgan revital revolution ritual romantic sanit scrutin secular sensational serial "
    "special stabil standard steril stigmat subsid summar symbol sympath synchron synthes "
    "system tantal "
    "terror theor token traumat trivial urban util vandal verbal victim visual vital vocal western "
    "woman parameter token vector serial sensit desensit demoral destabil"
    " "
    "anonym hybrid incentiv item miniatur operational pedestrian philosoph "
    "prioriti"
)
_YSE = "analyse paralyse catalyse breathalyse electrolyse hydrolyse dialyse"
_RE = "centre litre metre theatre fibre calibre sabre sombre spectre lustre meagre manoeuvre ochre"
_METRES = "kilo centi milli micro nano deci"
_DOUBLE = (
    "cancel travel model label level fuel signal channel counsel quarrel marvel jewel tunnel "
    "total dial "
    "equal shovel snorkel rival panel pencil pedal unravel initial parcel duel grovel refuel "
    "towel chisel funnel "
    "swivel drivel gambol libel revel trammel trowel yodel bevel"
)
_SINGLE = {
    "grey": "gray", "greys": "grays", "greyer": "grayer", "greyish": "grayish", "tyre": "tire",
    "tyres": "tires", "pyjamas": "pajamas", "aluminium": "aluminum", "cheque": "check",
    "cheques": "checks", "chequered": "checkered", "defence": "defense", "offence": "offense",
    "offences": "offenses", "licence": "license", "licences": "licenses", "pretence": "pretense",
    "practise": "practice", "practised": "practiced", "practising": "practicing",
    "practises": "practices", "plough": "plow", "ploughs": "plows", "ploughed": "plowed",
    "sceptic": "skeptic", "sceptical": "skeptical", "sceptics": "skeptics",
    "scepticism": "skepticism", "mould": "mold", "moulds": "molds", "mouldy": "moldy",
    "moulded": "molded", "smoulder": "smolder", "catalogue": "catalog", "catalogues": "catalogs",
    "dialogue": "dialog", "dialogues": "dialogs", "analogue": "analog", "monologue": "monolog",
    "monologues": "monologs", "prologue": "prolog", "epilogue": "epilog", "programme": "program",
    "programmes": "programs", "jewellery": "jewelry", "jeweller": "jeweler",
    "jewellers": "jewelers", "storey": "story", "storeys": "stories", "kerb": "curb",
    "kerbs": "curbs", "ageing": "aging", "judgement": "judgment", "judgements": "judgments",
    "acknowledgement": "acknowledgment", "fulfil": "fulfill", "fulfils": "fulfills",
    "fulfilment": "fulfillment", "enrol": "enroll", "enrols": "enrolls", "enrolment": "enrollment",
    "instalment": "installment", "instalments": "installments", "instil": "instill",
    "skilful": "skillful", "skilfully": "skillfully", "wilful": "willful", "wilfully": "willfully",
    "distil": "distill", "appal": "appall", "woollen": "woolen", "marvellous": "marvelous",
    "marvellously": "marvelously", "moustache": "mustache", "moustaches": "mustaches",
    "anaemia": "anemia", "anaemic": "anemic", "anaesthetic": "anesthetic",
    "anaesthesia": "anesthesia", "paediatric": "pediatric", "paediatrician": "pediatrician",
    "encyclopaedia": "encyclopedia", "haemoglobin": "hemoglobin", "leukaemia": "leukemia",
    "diarrhoea": "diarrhea", "oestrogen": "estrogen", "foetus": "fetus", "foetal": "fetal",
    "oesophagus": "esophagus", "archaeology": "archeology", "archaeologist": "archeologist",
    "archaeologists": "archeologists", "archaeological": "archeological", "mediaeval": "medieval",
    "manoeuvre": "maneuver", "manoeuvres": "maneuvers", "manoeuvring": "maneuvering",
    "manoeuvred": "maneuvered", "cosy": "cozy", "cosier": "cozier", "doughnut": "donut",
    "doughnuts": "donuts", "draught": "draft", "draughts": "drafts", "gaol": "jail",
    "towards": "toward", "afterwards": "afterward", "backwards": "backward",
    "forwards": "forward", "upwards": "upward", "downwards": "downward", "whilst": "while",
    "amongst": "among", "learnt": "learned", "burnt": "burned", "dreamt": "dreamed",
    "spelt": "spelled", "spoilt": "spoiled", "leapt": "leaped", "artefact": "artifact",
    "artefacts": "artifacts", "yoghurt": "yogurt", "omelette": "omelet", "omelettes": "omelets",
    "sulphur": "sulfur", "sulphate": "sulfate", "chilli": "chili", "mum": "mom", "mummy": "mommy",
    "mums": "moms", "maths": "math", "speciality": "specialty", "orientated": "oriented",
    "ok": "okay", "alright": "all right", "colouration": "coloration",
    "vaporise": "vaporize",
    "snowplough": "snowplow",
    "counsellor": "counselor", "counsellors": "counselors",
    "traveller": "traveler", "travellers": "travelers", "disc": "disk", "discs": "disks",
    "racquet": "racket", "sceptre": "scepter", "theatregoer": "theatergoer",
}  # fmt: skip


def _families() -> dict[str, str]:
    table: dict[str, str] = {}
    for stem in _OUR.split():
        short = stem[:-3] + "or"
        for tail in _OUR_TAILS:
            table[stem + tail] = short + tail
            table[f"un{stem}{tail}"] = f"un{short}{tail}"
            table[f"dis{stem}{tail}"] = f"dis{short}{tail}"
    for stem in _ISE.split():
        for tail in ("e", "es", "ed", "ing", "er", "ers", "ation", "ations", "able", "ational"):
            for prefix in ("", "un", "re", "de", "over"):
                table[f"{prefix}{stem}is{tail}"] = f"{prefix}{stem}iz{tail}"
    for verb in _YSE.split():
        for tail in ("e", "es", "ed", "ing", "er", "ers"):
            table[verb[:-2] + "s" + tail] = verb[:-2] + "z" + tail
    for noun in [
        *_RE.split(),
        *(f"{prefix}{unit}" for prefix in _METRES.split() for unit in ("metre", "litre")),
    ]:
        for tail in ("", "s", "d"):
            table[noun + tail] = noun[:-2] + "er" + ("ed" if tail == "d" else tail)
    for verb in _DOUBLE.split():
        for tail in ("ed", "ing", "er", "ers", "ings"):
            table[f"{verb}l{tail}"] = verb + tail
    return table | _SINGLE


AMERICAN: dict[str, str] = _families()
