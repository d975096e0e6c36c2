"""Fixed words and phrases by which the content variations are known."""

from __future__ import annotations

from builders.text.content.tokens import tokens


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(
        tuple(tokens(phrase)) for phrase in text.replace("\n", ",").split(",") if phrase
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _phrases("""uh,um,er,erm,uhm,uh um,hmm,hm,mm,eh,uh uh
呃,嗯,额,唔,那个,这个,嗯嗯,呃呃""")
"""Filled pauses."""

INTERJECTIONS = _phrases("""well,oh,hey,so,ah,wow,gosh,okay,ok,right,you know,like,alright,hi
oh well,oh hey,well you know,so yeah,yeah,say,listen,look
哎,哦,噢,嘿,啊,哎呀,嗨,对了,你知道吗,那么,喂,诶,欸,哇,好吧,哈,话说,唉,咦,你知道,来""")
"""What a speaker calls out, or opens a sentence with."""

EDITING = _phrases("""i mean,i meant,sorry,no,wait,no wait,wait no,no sorry,no i mean
sorry i mean,sorry i meant,oh sorry,actually,no actually,or rather,rather,excuse me,oops
oops i mean,scratch that,make that,correction,uh i mean,um i mean,uh no,uh sorry,um sorry
well i mean,i mean to say
我是说,我是想说,不对,哦不,噢不,啊不,不是,不不,错了,说错了,我说错了,我的意思是,应该是,哦不对
啊不对,不对不对,抱歉,不好意思,哦不是,不对我是说,呃不对,呃我是说,不是我是说""")
"""What announces a correction."""

FUNCTION = _words("""a an the this that these those of in on at to for from with about into onto
over under up off out as than and or but if so is are am was were be been being do does did done
has have had having will would can could shall should may might must i me my mine you your yours
he him his she her hers it its we us our ours they them their theirs there here some any much many
very more most too also then just both each every""") | frozenset(
    "的地得了着过吗呢吧啊呀是在对给和跟与很都就也才又再有会能要将于向从到让使而且或个些之所以出来去起"
)
"""Words that an error of grammar may add, drop or change: English ones, Chinese characters."""

KEPT = _words("""not no never nor without who whom whose what when where why how which all none
only by""") | frozenset("不没别无非谁什哪几怎何为把被")
"""Short words that the meaning hangs on, who does it to whom among it: none is a function word,
and none has another form."""

OPPOSITES = frozenset(
    frozenset(pair.split("/"))
    for pair in _words(
        "on/off in/out into/out to/from up/down over/under and/or 到/从 向/从 来/去 买/卖"
    )
)
"""Words of which one says the opposite of the other."""

NEGATING = _words("un in im il ir dis non mis anti")
"""Beginnings that make a word its opposite."""

NUMBERS = _words("""zero one two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
ninety hundred thousand million billion trillion first second third fourth fifth sixth seventh
eighth ninth tenth half quarter""") | frozenset("零〇一二两三四五六七八九十百千万亿半")
"""Words that count, of which another is another number."""

PERSONS = {
    word: person
    for person, words in {
        "I": "i me my mine", "you": "you your yours", "he": "he him his", "she": "she her hers",
        "it": "it its", "we": "we us our ours", "they": "they them their theirs",
    }.items()
    for word in words.split()
}  # fmt: skip
"""Pronouns by person: one of another person means somebody else."""
