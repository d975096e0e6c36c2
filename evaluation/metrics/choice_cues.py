"""What stands before and after a letter when it is picked, denied or only named.

Patterns for the text before a letter end at it (``$``); those for the text after begin at it.
"""

from __future__ import annotations

import re

_OPENING = r"[(\"'\s]*"

# Words that may stand between "the answer is" and the letter. Every round takes a word or a mark,
# so that no text makes the search explode.
_HEDGE = (
    r"\s*(?:(?:\b(?:is|definitely|probably|most|very|likely|clearly|certainly|surely|thus|"
    r"therefore|actually|indeed|simply|just|obviously|typically|of course|in fact|then|"
    r"going to be|the|correct|right|best|option|choice|letter|answer|number|provided|found|"
    r"in|closest to|sentence|without any modification|directly)\b|[:=,\-–—>→])\s*)*"
)
_BE = (
    r"(?:\b(?:is|are|was|would be|will be|should be|must be|could be|may be|might be|has to be|"
    r"have to be|seems to be|appears to be|seems|to be|be|would seem to be)\b|'s\b|'d be\b|"
    r"[:=→]|->|\s[-–—]\s|\n)"
)
_THING = (
    r"\b(?:answer|ans|choice|letter|option|response|solution|pick|guess|vote|selection|bet|conclusion|"
    r"(?:correct|right|best|proper) \w+(?: \w+)?)s?\b"
)
_OF_WHAT = (
    r"(?:\s(?:to|for|of|in|from|among|here|that|you|i|without|directly|with)\b[^.?!\n]{0,80}?"
    r"|\s?\([^)]{0,40}\))?"
)
_VERB = (
    r"\b(?:choos(?:e|ing)|chose|select(?:ed|ing)?|pick(?:ed|ing)?|go(?:ing)? with|went with|"
    r"go(?:ing)? for|opt(?:ing)? for|say|think|believe|guess|vot(?:e|ing) for|settle on|"
    r"lean(?:ing)? towards?|mark|answer|suggests?|corresponds? to|refers? to|"
    r"points? to)\b"
)

ANSWER = re.compile(
    rf"(?:{_THING}{_OF_WHAT}\s*{_BE}|{_VERB}(?:\s+(?:it(?:'s| is)|that(?:'s| is)?|it should be|"
    rf"it must be|it would be))?[\s:]|\bans\.\s){_HEDGE}{_OPENING}$",
    re.IGNORECASE,
)
PRONOUN = re.compile(
    rf"(?:^|\b(?:it|that|this|which|here)\b)\s?(?:{_BE}){_HEDGE}{_OPENING}$", re.IGNORECASE
)
# "The capital of France is B": a letter after a verb, for want of a better statement.
PREDICATE = re.compile(
    rf"\b(?:is|was|are|be|being|as|with|called|often)\b:?{_HEDGE}{_OPENING}$", re.IGNORECASE
)
INSTEAD = re.compile(
    r"\bnot\b[^.!?\n]*\bbut (?:rather |instead )?(?:option |choice )?[(\"']*$", re.IGNORECASE
)
# "…, so C.", "that leaves C": what remains after the others.
CONCLUSION = re.compile(
    r"(?:\b(?:so|thus|therefore|hence|leaves?|leaving)\s+(?:(?:only|just|(?:us |you |me )?with"
    r"|option|choice)\s+)*|(?:所以|因此|只?剩下?|那就|(?<![如缘事])故)(?:选项)?)[(\"'\s]*$",
    re.IGNORECASE,
)
# "It could be A, or it could be B": a second answer beside the first.
ALTERNATIVE = re.compile(
    r"(?:\bor\s+(?:(?:it|that|maybe|perhaps|possibly|else|the|answer|option|choice)(?:'s)?\s+)*"
    r"(?:(?:could|might|may|would|can|will)\s+)?(?:(?:also|be|is)\s+)*"
    r"|\b(?:could|might|may) also be\s+"
    r"|(?:或者?|(?<!我)还|也|亦)(?:有)?(?:可能|许|或许)?(?:是|选|应该是)*)(?:选项)?[(\"'\s]*$",
    re.IGNORECASE,
)
HEDGED = re.compile(
    r"(?:\b(?:or (?:maybe|perhaps|possibly|even)|(?:could|might|may) also be)\s+"
    r"(?:(?:option|choice)\s+)?|(?:或者?(?:是|选|可能是?)|(?<!我)还是|也(?:有)?(?:可能|许|或许)(?:是|选)?)(?:选项)?)[(\"'\s]*$",
    re.IGNORECASE,
)
ANSWER_ZH = re.compile(
    r"(?:答案|正确选项|最佳选项|结论|(?<!可供)(?<!可)(?<!待)选择?(?!项)|应选|应该选|正解|"
    r"答|(?<!不)(?:觉得|认为|应该|应当)|正确的(?=是|为)|"
    r"(?:^|[,.!。\s]|而|觉得|认为|应该|应当|那|可能|大概|肯定|一定|当然|绝对|必然|显然|疑问|就)(?=就?是))"
    r"(?:应该|应当|应|就|可能|大概|肯定|一定|当然|其实|显然|的?话|必然)*"
    r"(?:是|为|选择?|就是|[:=)\s])*(?:选项)?[(\"'\s]*$"
)

OPTION = re.compile(
    r"(?:\b(?:option|choice|letter|sentence|answer)s?:?\s|选项\s*)[(\"']*$", re.IGNORECASE
)
# After these two words a small letter is one too, but "option a good idea" holds an article.
OPTION_ONLY = re.compile(r"\b(?:option|choice)\s[(\"']*$", re.IGNORECASE)
ORDERED = re.compile(r"\s+(?:(?:in)?correctly|properly|wrongly)\b", re.IGNORECASE)
OPTION_AFTER = re.compile(r"\s*(?:选项|项(?!目))")
OPEN_BRACKET = re.compile(r"[(\"']\s*$")
CLOSE_BRACKET = re.compile(r"\s*[)\"']")

# What may stand before the subject of "is correct"; "vitamin C is correct" names no option.
SUBJECT = re.compile(
    r"(?:^|[.!?,;:\n(\"'、]|\b(?:options?|choice|letter|sentence|answer|that|so|think|believe|"
    r"therefore|thus|hence|because|say|and|but|while|however|whereas|then|finally|overall|only)|选项|认为|觉得|所以|因此|那么|显然|只有|应该)"
    r"[\s(\"']*$",
    re.IGNORECASE,
)
CORRECT = re.compile(
    r"[)\"']*\s*(?:\([^)]*\)\s*)?(?:"
    r"(?:is|was|would be|must be|should be|seems|looks|has to be)\s+"
    r"(?:(?:the|my|most|clearly|definitely|likely|probably|indeed|in the|only|single)\s+)*"
    r"(?:correct|right|best|answer|true|accurate|appropriate|better|choice|one|closest"
    r"|pick|guess|vote|selection)\b|it is\b|is\s*(?:[.!]|$)"
    r"|(?:这个选项|这个|选项|项)?(?:是|才|最|为|更|就|也|肯定|绝对|一定|应该|应当|当然|显然|其实|确实"
    r"|完全|无疑|毫无疑问|必然|可能)*(?:正确|对的|没错|没问题|合适|符合|最佳|最好|更好|恰当|答案"
    r"|对(?=$|[,.。!?啊吧了呀哦])))",
    re.IGNORECASE,
)

NOT_BEFORE = re.compile(
    r"(?:(?:(?:\b|can)not\b|n't|\bnever\b|\brather than|\binstead of|\bneither|\bnor|\bexcept"
    r"|\bunlike|\brul(?:e|ing) out|\beliminat(?:e|ing)|\bexclud(?:e|ing)|\bdoubt(?:s|ful)?)\s+"
    r"(?:(?:be|the|an?|option|choice|answer|letter|correct|right|choose|select|pick|go with|think"
    r"|believe|feel|say|that|it|it's|that's|is|would|could|can|possibly)\s+)*"
    r"|(?:不(?:是|选|为|应选|该选|要选|会选|应该选|可能是?|会是|太可能是|应该是|能选|能是|认为是?|觉得是?)|别选|并非|而非|排除)"
    r"(?:选项)?)[(\"'\s]*$",
    re.IGNORECASE,
)
NOT_AFTER = re.compile(
    r"[)\"']*\s*(?:\([^)]*\)\s*)?(?:"
    r"(?:is|are|was|would be|can be|could be|seems|looks|can|does|has been)\s*"
    r"(?:(?:clearly|also|definitely|simply|just|be|obviously)\s+)*"
    r"(?:not|n't|incorrect|wrong|false|unlikely|ruled out|eliminated|excluded)\b"
    r"|isn't|wasn't|doesn't|can't|cannot|\?\s*(?:no|nope)\b"
    r"|(?:这个选项|这个|选项|项)?(?:都|也|并|就|是|肯定|绝对|一定|显然|明显|当然|其实|根本|应该|可能)*"
    r"(?:不(?!选|是\s*(?:选项)?[(]?[A-Z])|错|有误|排除|并非|没有?道理))",
    re.IGNORECASE,
)

# After a letter that is no article.
ENDS = re.compile(
    r"\s*(?:$|[.,:;!?)\"'\n/&、。\-–—]|\(|(?:because|since|as|which|for|due|given|where|but|though|"
    r"although|so|is|are|was|would|if|not|based|from|among|here|then|when|with|too|please|or|and|"
    r"i|the|it|that|has|have|follows?|uses?|seems|appears|does|can|will|should)\b|[\u4e00-\u9fff])",
    re.IGNORECASE,
)
# After a letter that begins a Chinese word, such as "A股" or "B超".
RUNS_ON_ZH = re.compile(
    r"[\u4e00-\u9fff](?<![不没肯绝才应对错正最更就都也还当显一必完确符可无毫排啦嘛])(?<!和)(?<!或)(?<!与)(?<!及)(?<!吧)(?<!哦)(?<!啊)(?<!呢)(?<!了)(?<!项)(?<!选)"
    r"(?<!因)(?<!由)(?<!所)(?<!这)(?<!是)(?<!而)(?<!但)"
)
MARK = re.compile(
    r"\s*(?:$|[.):,;!?\"'\n、。(]|[-–—]\s|[吧啊呀哦呢啦嘛]|(?:rather than|instead of|for sure"
    r"|all the way|i (?:think|guess|believe|suppose|would say))\b"
    r"|(?:definitely|probably|certainly|clearly|obviously|of course|please)\s*(?:$|[.,!?]))",
    re.IGNORECASE,
)
SMALL_MARK = re.compile(r"\s*(?:$|[.):\n\"'])")
FILLER = re.compile(
    r"^\W*(?:\b(?:ok|okay|sure|well|so|hmm|um|uh|alright|ah|oh|yes|yeah|certainly|of course|"
    r"absolutely|thanks|great question|definitely|probably|maybe|perhaps|possibly|likely|clearly|"
    r"obviously|surely|most likely|i think|i guess|i believe)\b\W+|(?:嗯|好的?|那么?)\W*)*$",
    re.IGNORECASE,
)
