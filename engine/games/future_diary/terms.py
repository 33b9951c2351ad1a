"""Every word that Future Diary says to the outside: events, reports, notices, refusals.

All values are stable ids. Seats are ints from 1 around the ring (FD-2.6), roles are
:class:`Role` ids, a half of 7th is written ``seventh/man`` or ``seventh/woman`` (FD-5.6).
An *order* in an event is a map ``{"kind": Kind, "targets": (seats...)}``.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "Cause", "ChanceKind", "Channel", "ChronicleCode", "Code", "ConfigCode", "EventKind", "Kind",
    "Loop", "Mode", "NoChange", "NoticeCode", "Option", "Pace", "Reject", "ReportCode", "Role",
    "Step", "Token", "Verb", "Verdict", "Via", "WhyCode",
]  # fmt: skip


class Role(StrEnum):
    """The fourteen roles (FD-1.2), in the order in which lists show them."""

    MURMUR = "murmur"
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"
    SIXTH = "sixth"
    SEVENTH = "seventh"
    EIGHTH = "eighth"
    NINTH = "ninth"
    TENTH = "tenth"
    ELEVENTH = "eleventh"
    TWELFTH = "twelfth"
    AKISE = "akise"


class Loop(StrEnum):
    """The two factions."""

    FIRST = "first_loop"
    SECOND = "second_loop"


class Kind(StrEnum):
    """The kinds of a day action (FD-4.4)."""

    PROBE = "probe"
    KILL = "kill"
    DISGUISE = "disguise"
    ALLY = "ally"
    BREAK = "break"
    FLEE = "flee"
    NONE = "none"


class Mode(StrEnum):
    """How a diary with a choice is used (FD-6.8, FD-12.9)."""

    SWEEP = "sweep"
    WATCH = "watch"
    SEARCH = "search"
    TRAIL = "trail"
    A = "A"
    B = "B"
    C = "C"
    UNION = "union"


class Step(StrEnum):
    """The timed steps of an act (FD-3.1); also the public kind of the asks in them."""

    LOBBY = "lobby"
    """Personas, before the deal."""
    ORDERS = "orders"
    CHANGE_1 = "change_1"
    CHANGE_2 = "change_2"
    LAST_WORDS = "last_words"
    PREDICT = "predict"


class Pace(StrEnum):
    """How long the steps are (FD-3.8)."""

    QUICK = "quick"
    NORMAL = "normal"
    SLOW = "slow"
    DAILY = "daily"


class Option(StrEnum):
    """Choices at set-up."""

    PACE = "pace"
    QUIET = "quiet"
    """Acts without a death until the world fades, ``"3"`` to ``"12"`` or ``"off"`` (FD-14.3)."""
    ACTS = "acts"
    """The act limit, ``"8"`` to ``"40"`` (FD-14.3)."""
    ROLES = "roles"
    """A custom set of roles, empty for the set-up of that size (FD-2.3)."""
    REVEAL = "reveal"
    """``"on"``: account names are shown after the game (FD-14.5)."""


class ConfigCode(StrEnum):
    """Why a set-up cannot be played."""

    SEATS = "seats"
    ROLES = "roles"
    """A custom set needs 1st and 2nd, distinct roles, as many as seats (7th on two)."""
    CHOICE = "choice"


class ChanceKind(StrEnum):
    """What fate decides."""

    RING = "ring"
    """All chairs as text: the chair of seat 1, of seat 2, and so on."""
    DEAL = "deal"
    """All roles in play, 7th as its two halves: the role of seat 1, of seat 2, and so on."""
    COMPANION = "companion"
    """One role that may still join 2nd's loop (FD-2.4)."""
    PERSONA = "persona"
    """Stock personas, one for each chair (FD-2.7)."""


class Verb(StrEnum):
    """The first word of an answer in a step; see ``answer`` for the whole grammar."""

    SUBMIT = "submit"
    """``submit field=value ...``: this is my submission now (it replaces the one before)."""
    READY = "ready"
    """``ready [field=value ...]``: the same, and I am ready."""
    WAIT = "wait"
    """``wait``: I am not ready after all."""
    LATE = "late"
    """``late``: the default of every ask, what a time-out answers. What was submitted stays and
    counts; unlike ``ready`` it says that nobody was there (FD-15.6)."""
    SAY = "say"
    """``say CHANNEL TEXT``."""
    PERSONA = "persona"
    """``persona NAME`` (lobby)."""
    PREDICT = "predict"
    """``predict SEAT ROLE`` (predict); answered at once."""
    CREATOR = "creator"
    """``creator SEAT silence|speech`` (predict; 11th)."""
    PROOF = "proof"
    """``proof SEAT SEAT`` (any step; Akise); answered at once."""


class Channel(StrEnum):
    """Where one can talk (FD-15)."""

    PUBLIC = "public"
    ALLIANCE = "alliance"
    PAIR = "pair"
    DEAD = "dead"
    AS = "as"
    """11th's Creator speech: public talk in another seat's name."""


class Reject(StrEnum):
    """Why a submission is refused (FD-17.2). Codes of ``engine.errors.Refused``."""

    NOT_YOUR_STEP = "not_your_step"
    DEAD = "dead"
    RESTING = "resting"
    NO_NIGHT_RIGHT = "no_night_right"
    UNKNOWN_TARGET = "unknown_target"
    BAD_TARGET = "bad_target"
    OWN_ALLY = "own_ally"
    ALREADY_ALLIED = "already_allied"
    NOT_ALLIED = "not_allied"
    NO_CHARGE = "no_charge"
    NO_RIGHT_NOW = "no_right_now"
    NEED_PARAMETER = "need_parameter"
    FORCED = "forced"
    SILENCED = "silenced"
    UNREADABLE = "unreadable"
    """No such field, or a value that is none of its kind; param ``field``."""
    CHANNEL_CLOSED = "channel_closed"
    """Nobody may talk there now, or not this seat."""
    TALK_LIMIT = "talk_limit"
    """Over 500 characters, or over 40 posts in a step (FD-15.1)."""
    PERSONA_TAKEN = "persona_taken"


class NoChange(StrEnum):
    """Why a seat may not change its day order in a window (FD-7.2), in the order of asking.

    Each is a fact that the seat knows itself.
    """

    RESTING = "resting"
    """7th's resting half has nothing to change (FD-7.3)."""
    SILENCED = "silenced"
    FORCED = "forced"
    """A forced disguise."""
    ALLY_OR_BREAK = "ally_or_break"
    """The own submitted action."""
    JAMMED = "jammed"
    FORGONE = "forgone"
    """The diary right paid for a skill."""
    NOT_USED = "not_used"
    NO_REPORT = "no_report"
    """Augment, Detective, or a Watcher that copied nothing."""
    OTHER_WAVE = "other_wave"
    """The report comes in the other wave."""


class Via(StrEnum):
    """How a ledger entry came about (FD-5.1)."""

    PROBE = "probe"
    PREDICTION = "prediction"
    ALLIANCE = "alliance"
    TRUTH = "truth"
    FAITH = "faith"
    CONTROL_FATE = "control_fate"
    AWAKENING = "awakening"
    WILL = "will"
    HEART_LINK = "heart_link"
    UNION = "union"


class Code(StrEnum):
    """What became of a kill (FD-17.3); ``landed`` when it passed all checks of FD-9.5."""

    KILLER_DOWN = "killer_down"
    VOID = "void"
    CONTROLLED = "controlled"
    TARGET_DOWN = "target_down"
    NO_RIGHT = "no_right"
    ALLIED = "allied"
    OFF_TURN = "off_turn"
    COUNTERED = "countered"
    WRONG_GUESS = "wrong_guess"
    FLED = "fled"
    LANDED = "landed"
    DETECTIVE = "detective"
    DEPENDENT = "dependent"
    MERCY = "mercy"
    REDIRECTED = "redirected"
    ABSORBED = "absorbed"
    DEAD = "dead"
    """The effect stands: its victim is down."""


class Cause(StrEnum):
    """Why a seat would die (FD-9)."""

    KILL = "kill"
    COUNTER = "counter"
    REDIRECT = "redirect"
    GAMBLE = "gamble"
    BOMB = "bomb"
    JOINT = "joint"


class Token(StrEnum):
    """What can be given to a seat without its asking (FD-12.1.5, FD-12.9.1)."""

    FREEDOM = "freedom"
    EXTRA_PICK = "extra_pick"
    REPEAT = "repeat"


class Verdict(StrEnum):
    """How a game ends (FD-14.1, FD-14.3, FD-15.7)."""

    FIRST_LOOP = "first_loop"
    SECOND_LOOP = "second_loop"
    MUTUAL_RUIN = "mutual_ruin"
    WORLD_FADES = "world_fades"
    ACT_LIMIT = "act_limit"


class EventKind(StrEnum):
    """What is told, with fields and audience. *Private* fields reach one seat's chair only.

    Everything reaches everybody (spectators and the dead too) unless an audience is named. Blocks
    that are private in content are events for all, so that their number tells nothing (FD-16.2).
    """

    SETUP = "setup"
    """``seats`` n, ``roles`` in play, ``first_loop`` how many seats, ``pace``, ``quiet`` (0: off),
    ``acts``."""
    STEP = "step"
    """A timed step begins: ``act`` (0 in the lobby), ``step`` :class:`Step`, ``seconds``."""
    PERSONA = "persona"
    """Lobby: ``personas`` taken so far, sorted; private: ``mine``. Stock personas are written
    ``#fox`` and so on; a player's own never begin with ``#``."""
    DEALT = "dealt"
    """``personas`` by seat (the first is seat 1's). Private: ``seat``, ``role`` (7th with half),
    ``loop``, ``partner`` (7th: the other half's seat, else None)."""
    CLOSED = "closed"
    """``act``: orders are closed. Private: ``sheet`` the fields as locked, ``forced`` None,
    ``"silence"`` or ``"disguise"`` (FD-3.6)."""
    FORESIGHT = "foresight"
    """``act``, ``wave`` 1 or 2. Private: ``reports``, a tuple of ``{"of": seat, "copy": seat,
    "lines": (...)}``, each line a map with ``code`` :class:`ReportCode`; own report first, then
    what an ally or the other half reads; ``copy`` is the watched seat of a Watcher's report (one
    report for each), else None; ``jammed`` bool; ``proposals`` seats that propose to this one
    (wave 1); ``change`` whether this seat may change its day order now; ``law`` Law's look
    ``{"seat", "order"}`` or None (wave 2)."""
    PROMPTS = "prompts"
    """``act``: last words are heard. Private: ``prompts``, a tuple of :class:`NoticeCode`-free ids
    ``half_god``, ``bomb``, ``trigger1``, ``awakening``, ``will``: what this seat is asked."""
    NOTICES = "notices"
    """``act``, ``dead``: tuple of ``{"seat", "role", "loop"}`` in seat order (role of 7th with
    half; empty: nobody died). Private to the living: ``items``, a tuple of maps with ``code``
    :class:`NoticeCode` (at least one: ``nothing``); ``why``, a tuple of maps (``why`` module);
    ``final`` the own final order; ``charge``, ``ready_in`` acts until the next diary right (0:
    next act; None: no diary), ``ally`` seats or (), ``loop``, ``night`` whether it has the night
    right from the next act, ``ledger`` all entries ``{"seat","role","act","via"}`` newest first,
    ``tokens``."""
    PREDICTED = "predicted"
    """Audience the predictor: ``seat``, ``role``, ``right``, ``free`` (FD-11.6), ``more``: whether
    another prediction is open now, ``forced``: the seat whose next day order is a forced disguise
    for it (of 7th the half that acts then, FD-11.5), else None."""
    LEARNT = "learnt"
    """Audience the predictor and, for 7th, its other half: the new link of their ledger, at once
    (FD-5.6): ``seat``, ``role`` as shown, ``act``, ``via``."""
    PENALTY = "penalty"
    """Audience the other half of a 7th that has predicted wrongly: ``seat``, whose next day order
    is a forced disguise (FD-11.5, FD-16)."""
    PROVED = "proved"
    """Audience Akise: ``finals``, tuple of ``{"seat", "act", "order"}`` (FD-12.14.1)."""
    SHEET = "sheet"
    """Audience one seat: its submission in this step as it now stands: ``fields``, ``ready``."""
    CREATOR = "creator"
    """Audience 11th: ``seat``, ``mode``: declared for the next act."""
    SILENCED = "silenced"
    """At the start of ``orders``, audience the seats concerned: ``mode`` ``silence`` or ``speech``
    (FD-12.12.3)."""
    FORCED = "forced"
    """At the start of ``orders``, audience the seat (and its other half): a forced disguise is
    served in this act: ``seat``."""
    SAID = "said"
    """Talk, audience by channel: ``channel`` :class:`Channel`, ``seat`` who appears as author,
    ``text``."""
    FADING = "fading"
    """Public warning: ``acts`` without a death, ``left`` until the world fades (FD-14.3)."""
    OVER = "over"
    """``verdict`` :class:`Verdict`, ``winners`` seats."""
    REVEALED = "revealed"
    """After the end, to all: ``seats``: tuple of ``{"seat", "chair", "persona", "role", "loop"
    (at the end), "alive"}``; ``chair`` is None where the host keeps accounts hidden."""
    CHRONICLE = "chronicle"
    """After the end, to all, one per act: ``act`` and ``record``, a tuple of maps with ``code``
    :class:`ChronicleCode`: everything that was ordered, read, resolved and told, with its causes,
    in the order in which it came."""


class ReportCode(StrEnum):
    """One line of a diary report (FD-6.8), with its fields. ``day``/``night`` are orders."""

    ACTIONS = "actions"
    """``seat``; ``day`` and ``night`` where the diary gives them; ``used`` where it does."""
    FIRST = "first"
    """2nd's diary on 1st: ``seat`` (None unless known), ``day``, ``night``; in the passive
    extension ``final`` (provisional final order) and ``used`` instead."""
    AGAINST = "against"
    """An order aimed at the owner (9th) or at 1st (2nd): ``seat`` actor, ``night`` bool, ``kind``,
    ``final`` False as submitted, True as provisional final."""
    KILL = "kill"
    """3rd: own kill order: ``target``, ``night``, ``success``, ``reason`` :class:`Code` or None."""
    SWEEP = "sweep"
    """4th: a submitted day kill: ``seat`` and its ``targets``."""
    AIMED = "aimed"
    """7th, odd acts: ``yes`` whether a kill is aimed at the woman."""
    SUCCESS = "success"
    """7th, even acts: the man's kill order: ``target``, ``night``, ``yes``."""
    FINAL = "final"
    """6th: ``seat``, ``final`` provisional final order, ``used``."""
    HUNTED = "hunted"
    """12th, search: ``pick``, ``seat`` of the killer that the trail follows or None."""
    CHOICE = "choice"
    """Watcher's copy of 8th or Akise: ``mode`` or ``kind``, ``seat``."""
    NOTHING = "nothing"


class NoticeCode(StrEnum):
    """One line of a private block in ``notices`` (FD-10.6, FD-16), with its fields."""

    NOTHING = "nothing"
    NOT_BY_OWN_HAND = "not_by_own_hand"
    """``order``: the own final action was forced (FD-7.11)."""
    PROBED = "probed"
    """``seat``, ``role`` or None for "no result"."""
    TRUTH = "truth"
    """``seat``, ``kind``, ``right``."""
    DETECTIVE = "detective"
    """``of`` Akise's seat, ``seat``, ``kind``, ``right``."""
    FAITH = "faith"
    """``seat``, ``found``."""
    GODS_VIEW = "gods_view"
    """``seat``, ``order`` true final action, ``used``."""
    ALLIED = "allied"
    """``seats``: an alliance was formed with them."""
    NO_ALLIANCE = "no_alliance"
    """``seat`` the proposal went to."""
    ALLIANCE_ENDED = "alliance_ended"
    """``seats``."""
    FLEE_SPENT = "flee_spent"
    CHARGE_BACK = "charge_back"
    COUNTERED = "countered"
    """``seat`` struck by the own disguise."""
    KILL_RESULT = "kill_result"
    """``target``, ``died``; one for each target (FD-10.7)."""
    WAS_TARGET = "was_target"
    """9th (FD-12.10.1)."""
    ATTACKED = "attacked"
    """2nd: ``role`` of the killer, ``seat`` the first time in the game, else None."""
    AVERTED = "averted"
    """2nd, 5th, 9th, 12th: a death was averted; ``layer`` ``control``, ``double``, ``half_god``."""
    BORNE = "borne"
    """5th: ``seat`` bore it."""
    AWAKENED = "awakened"
    """Recipients of 10th: ``seats`` and ``roles`` of its killers."""
    WILL = "will"
    """1st: ``seats`` and ``roles`` that Akise knew."""
    CHOSE_HER = "chose_her"
    """1st and 2nd after trigger ①: ``seat`` the other one."""
    NIGHT_RIGHT = "night_right"
    GIFT = "gift"
    """``token`` :class:`Token`."""
    HEART_LINK_NOTHING = "heart_link_nothing"
    UNION_NOTHING = "union_nothing"
    PROOF = "proof"
    """Akise: the pick of two seats is open (FD-12.14.1)."""
    LAW_LET_GO = "law_let_go"
    """11th: Law was not spent, the diary right is forgone."""


class WhyCode(StrEnum):
    """One line of a private *why*, with its fields: what this seat may know of causes."""

    CARRIED = "carried"
    """``order``: the submitted day order stood."""
    CHANGED = "changed"
    """``order`` by the own change, ``before`` as submitted."""
    FORCED = "forced"
    """``order``: a wrong prediction in the act before."""
    SILENCED = "silenced"
    """Creator took day and night."""
    CONTROLLED = "controlled"
    """``order`` by another's will, ``before`` what the own hand had ordered last."""
    RESTED = "rested"
    """7th's resting half has no orders."""
    PROPOSAL_LAPSED = "proposal_lapsed"
    """``seat`` it would have gone to: the action was replaced (FD-7.10)."""
    BREAK_LAPSED = "break_lapsed"
    PROBE_EMPTY = "probe_empty"
    """``seat``: no effective disguise was found."""
    PROBE_FOUND = "probe_found"
    """``seat``, ``role``."""
    KILL_DIED = "kill_died"
    """``target``, ``night``: it died in this act, by whose hand is not told."""
    KILL_UNTOLD = "kill_untold"
    """``target``, ``night``: it did not die, and why is not told."""
    KILL_FORETOLD = "kill_foretold"
    """3rd: ``target``, ``night``, ``reason`` :class:`Code` or None (success), as its diary had it
    before anybody changed anything."""
    FLED = "fled"
    """The charge is spent, attacked or not."""
    FLEE_EMPTY = "flee_empty"
    """A forced flight without a charge has no effect."""
    DISGUISE_STRUCK = "disguise_struck"
    """``seats``: known attackers were struck."""
    DISGUISE_QUIET = "disguise_quiet"
    """It struck nobody; it strikes known attackers only."""
    ALLIED = "allied"
    """``seats``; ``how``: ``own`` proposal or link of this seat, ``accepted`` by it,
    ``cowardice``, or ``taken`` without being asked."""
    REFUSED = "refused"
    """``seat``: a proposal without effect, whatever the reason (FD-8.3)."""
    YES_IN_VAIN = "yes_in_vain"
    """``seat`` whose proposal was accepted, but no alliance came of it."""
    ENDED = "ended"
    """``seats``; ``how``: ``broken`` by this seat, ``death`` of an ally, ``chose_her``, or
    ``untold``."""
    MAY_CHANGE = "may_change"
    """``waves`` after which the day order could be changed, ``made`` whether it was."""
    NO_CHANGE = "no_change"
    """``reason`` :class:`NoChange`."""
    CHARGE_BACK = "charge_back"
    """A kill of this seat stands on one that died."""
    AVERTED = "averted"
    """``layer`` as in the notice: what stood between this seat and a death."""
    BORNE = "borne"
    """``seat``: 5th's bearer."""
    PROMPTED = "prompted"
    """``prompt``, ``answered``: by an answer, or by the standing instruction."""
    NIGHT_RIGHT = "night_right"
    """``how``: ``half_god`` or ``chose_her``."""
    LAW_LET_GO = "law_let_go"
    """11th made no pick: Law is not spent, the diary right is."""


class ChronicleCode(StrEnum):
    """One line of an act's chronicle, with its fields (FD-14.5). It is open after the game only."""

    SEAT = "seat"
    """A living seat as the act began: ``seat``, ``role``, ``loop``, ``shown`` role (Murmur's mask
    of this act), ``ally`` seats, ``charge``, ``fields`` of its sheet as given, ``standing``
    instructions as fields."""
    LOCKED = "locked"
    """``silenced``, ``forced``, ``jammed``, ``void`` (Liberation a), ``used`` seats; ``priority``
    a seat or None (Liberation c)."""
    READ = "read"
    """``seat``, ``wave`` and the private fields of ``foresight``."""
    CHANGE = "change"
    """``seat``, ``fields``: the last change it made."""
    ANSWER = "answer"
    """``seat``, ``proposer`` accepted or None."""
    LAW = "law"
    """11th's pick: ``seat``, ``order``."""
    FINAL = "final"
    """``seat``, ``order``, ``by`` law, use, hypnosis, silence, forced, change or submitted,
    ``author`` of a control or None."""
    FORMED = "formed"
    """``via``, ``authors``, ``parties`` two tuples of seats, or None for nothing (FD-8.5)."""
    DECLINED = "declined"
    """``seat``, ``target``."""
    STATES = "states"
    """After R5: ``locked`` by Blacken, ``fleeing``, ``disguised`` seats."""
    GAMBLE = "gamble"
    """``seat`` bet on, ``lost`` True, False or None (nothing)."""
    BLOW = "blow"
    """A kill: ``stage``, ``author``, ``target``, ``night``, ``result`` :class:`Code`, ``follow``,
    ``counter``, ``blacken``."""
    EFFECT = "effect"
    """A death effect: ``stage``, ``victim``, ``author``, ``cause``, ``result`` :class:`Code`,
    ``moved_to`` or None."""
    ATTACKED = "attacked"
    """2nd's Control: ``seat``, ``role``, ``first``."""
    WORDS = "words"
    """``seat``, ``prompts``, ``answered``, ``fields`` that were said, or stood as instruction."""
    HALF_GOD = "half_god"
    """``seat``."""
    CHOSE_HER = "chose_her"
    """``seats`` 1st and 2nd."""
    BOMB = "bomb"
    """``seat`` whom it went to."""
    DEATH = "death"
    """``seat``, ``role``, ``loop``."""
    ENDED = "ended"
    """``parties``."""
    LINK = "link"
    """A new link: ``owner``, ``seat``, ``role``, ``via``."""
    NOTE = "note"
    """A role note of 2nd: ``owner``, ``role``."""
    GIFT = "gift"
    """``seat``, ``token``."""
    CHARGED = "charged"
    """``seats`` whose flee charge is back."""
    PROOF = "proof"
    """``seat``."""
    TOLD = "told"
    """``seat``, ``items`` of its notices."""
    PREDICTED = "predicted"
    """``by``, ``seat``, ``role``, ``right``, ``free``."""
    CREATOR = "creator"
    """``by``, ``seat``, ``mode``, for the next act."""
    PROVED = "proved"
    """``by``, ``seats``."""
