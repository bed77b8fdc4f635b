/** The engine of solenia_rules for JavaScript: types of the protocol and of the client in solenia.js. */
// Made from the classes of solenia_rules/protocol by `python -m solenia_rules.protocol.pages`; do not edit.

export const PROTOCOL: 1;

/** What a ruleset declares, for a front end that shows it. */
export interface About {
  ruleset: string;
  id: string;
  title: string;
  titles: Record<string, string>;
  languages: string[];
  digest: string;
  seats: [number, number];
  params: Parameter[];
  words: WordInfo[];
  counters: CounterInfo[];
  pieces: PieceInfo[];
  zones: ZoneInfo[];
  boards: BoardInfo[];
  records: RecordInfo[];
  phases: string[];
  /** The words for every id of the ruleset, in the language of the request. */
  labels: Record<string, string>;
}

/** The answer of a bot. */
export interface Answered {
  option: string;
  label: string;
  status: Status;
}

/** The open decision, as the seat that is asked reads it. */
export interface Asked {
  game: string;
  version: number;
  /** Null if the game is over; then there are no options. */
  seat: number | null;
  /** choose, pick, order, branch, may, pay, gain, lose, give_up or spare */
  kind: string;
  name: string;
  prompt: string;
  options: OptionView[];
}

/** A board. */
export interface BoardInfo {
  id: string;
  label: string;
  per: string | null;
  grid: "square" | "hex";
}

/** A board with its cells. */
export interface BoardView {
  rows: number;
  columns: number;
  grid?: "hex";
  /** Of a board of corners: the board whose corners they are. */
  corners?: string;
  /** Of a board of sides: the board whose sides they are. */
  sides?: string;
  cells: CellView[];
}

/** Which bot answers in which game. */
export interface BotAnswer {
  game: string;
  /** `random`, `greedy` or `mcts:N`. A local engine also takes `learnt:FILE` and `file.py:Class`. */
  bot?: string;
  /** Whether the answer is given in the game, or only told. */
  play?: boolean;
}

/** Which request to stop. */
export interface Cancel {
  /** The id of a request that is still running. */
  request: number | string;
}

/** Whether the request was still running. */
export interface Cancelled {
  cancelled: boolean;
}

/** A cell of a board with the pieces on it. */
export interface CellView {
  id: string;
  row: number | null;
  column: number | null;
  /** Where the ruleset draws the cell, y upwards. */
  at?: number[];
  fields: Record<string, string[] | boolean | number | string | null>;
  pieces: PieceView[];
}

/** Which ruleset to check: a name or a text, not both. */
export interface Check {
  name?: string;
  text?: string;
}

/** The diagnostics of a ruleset. */
export interface CheckReport {
  /** Whether there are no errors; there may be warnings. */
  good: boolean;
  diagnostics: Diagnostic[];
}

/** Which ruleset is not needed any more. */
export interface CloseRuleset {
  ruleset: string;
}

/** How many are left. */
export interface Closed {
  left: number;
}

/** Which rulesets to compare. */
export interface Compare {
  first: string;
  second: string;
  /** The most games of each ruleset. */
  games?: number;
  bots?: string;
  seats?: number | null;
  seed?: number;
  /** What is compared: `score`, `wins:1`, `length`, ...; usually the score. */
  metric?: string;
  /** Differences up to this size do not matter. */
  threshold?: number;
}

/** How two rulesets differ. */
export interface Compared {
  metric: string;
  /** Pairs of games that were played. */
  games: number;
  cancelled: boolean;
  first: Measured;
  second: Measured;
  /** Second minus first, game by game on the same seeds. */
  difference: Measured;
  /** more, less: the second gives more or less than the threshold; alike: the difference is within the threshold; same: no pair differs; open: not settled */
  verdict: "more" | "less" | "alike" | "same" | "open";
}

/** A counter. */
export interface CounterInfo {
  id: string;
  label: string;
  /** `seat` if each seat has its own, and the kind of words that it counts. */
  per: string[];
  /** Whether it is the score. */
  score: boolean;
  seen: "all" | "owner" | "nobody";
}

/** What is asked. Only the seat that is asked reads the question and its options. */
export interface DecisionView {
  seat: number;
  prompt: string | null;
  options?: OptionView[];
}

/** A problem of a ruleset or of a scenario file. */
export interface Diagnostic {
  /** `solenia explain CODE` and docs/diagnostics explain it. */
  code: string;
  severity: "error" | "warning";
  message: string;
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  hint: string | null;
  also: Note[];
}

/** Which picture. */
export interface Draw {
  game: string;
  seat?: number | null;
  lang?: "en" | "fr" | "pl" | null;
  theme?: "light" | "dark";
  /** Whether elements carry the ids of options and the keys of pieces. */
  interactive?: boolean;
  /** From 320 to 4000 pixels. */
  width?: number;
}

/** What an error carries besides its message. */
export interface ErrorData {
  /** ruleset, setup, position, unreadable_answer, stale_answer, illegal_answer, undo, save, lab, unknown, limit, cancelled, params, or message */
  kind: string;
  /** For a ruleset with problems: every problem with its place. */
  diagnostics?: Diagnostic[];
  /** For an answer that is not offered: why it is not. */
  reason?: Reason | null;
  /** For wrong parameters and positions: every problem. */
  problems?: string[];
}

/** A line of a seat's log, with the details of its event as data. */
export interface EventView {
  kind: string;
  /** Whose phase or deed it is, where the event says so. */
  seat: number | null;
  text: string;
  /** Ids, seats, places and values; empty if the seat may not know them. */
  details: Record<string, string[] | number[] | boolean | number | string | null>;
}

/** What to explain. */
export interface Explain {
  ruleset: string;
  /** The id of a section, phase, step, verb, query, rule, counter, kind or record. */
  id: string;
  lang?: "en" | "fr" | "pl" | null;
}

/** A thing of the ruleset, explained. */
export interface Explanation {
  id: string;
  sort: string;
  title: string;
  /** All of it on one line. */
  line: string;
  steps: Sentence[];
}

/** Which game, and from where. */
export interface Fork {
  game: string;
  /** How many of its answers the new game takes over; all of them if it is left out. */
  answers?: number | null;
}

/** An answer to the open decision. */
export interface GiveAnswer {
  game: string;
  /** The id of an option. */
  option: string;
  /** The version of the game that the answer is for. If the game has changed, the answer is refused. */
  version?: number | null;
  /** The seat that answers. If another seat is asked, the answer is refused. */
  seat?: number | null;
  /** The language of the reason of a refusal. */
  lang?: "en" | "fr" | "pl" | null;
}

/** What the engine says about itself. */
export interface Greeting {
  /** The version of the protocol that the session speaks. */
  protocol: number;
  /** The version of the engine. */
  engine: string;
  methods: string[];
  languages: string[];
  limits: Limits;
}

/** What a client says about itself. */
export interface Hello {
  /** The version of the protocol that the client speaks. */
  protocol?: number;
  /** The name of the client, for logs. */
  client?: string;
  /** The language of texts, where a request names no other. */
  lang?: "en" | "fr" | "pl";
}

/** Only a language. */
export interface InLanguage {
  lang?: "en" | "fr" | "pl" | null;
}

/** What one session may use. */
export interface Limits {
  /** Bytes of one line of a client. */
  line: number;
  rulesets: number;
  games: number;
  /** Games of one simulation. */
  simulated: number;
  /** Playouts of a bot. */
  playouts: number;
  /** Whether a name may be the path of a file, and a bot may be a file of Python. */
  files: boolean;
}

/** Lines of a seat's log. */
export interface Lines {
  /** How many lines the log has now; ask with this number next time. */
  number: number;
  lines: EventView[];
}

/** A bundled ruleset. */
export interface Listed {
  name: string;
  /** The group of rulesets that it belongs to. */
  shelf: string;
  title: string;
  about: string;
  /** The fewest and the most seats. */
  seats: [number, number];
}

/** All bundled rulesets that can be played. */
export interface Listing {
  rulesets: Listed[];
}

/** Which ruleset: a name or a text, not both. */
export interface Load {
  /** The name of a bundled ruleset, or layers `a+b`. A local engine also takes the path of a file. */
  name?: string;
  /** A ruleset as TOML text. It may extend bundled rulesets. */
  text?: string;
  /** Parameters of the ruleset that differ from their defaults. */
  params?: Record<string, number>;
}

/** A ruleset of the session. */
export interface Loaded {
  /** The name of the ruleset in this session; other requests use it. */
  ruleset: string;
  id: string;
  title: string;
  /** Rulesets with equal digests play the same games. */
  digest: string;
  seats: [number, number];
  params: Parameter[];
  warnings: Diagnostic[];
}

/** Which lines of whose log. */
export interface LogSince {
  game: string;
  seat?: number | null;
  /** How many lines the client already has. */
  number?: number;
  lang?: "en" | "fr" | "pl" | null;
}

/** A value with its interval. */
export interface Measured {
  value: number;
  low: number;
  high: number;
  count: number;
}

/** The ruleset to describe. */
export interface Metadata {
  ruleset: string;
  lang?: "en" | "fr" | "pl" | null;
}

/** A game to begin. */
export interface NewGame {
  ruleset: string;
  /** The number of seats; the fewest if it is left out. */
  seats?: number | null;
  /** From 0 to 2**62 - 1. The same rules, seed and answers give the same game. */
  seed?: number;
  /** A sketch of the position to begin from, as in scenarios. */
  position?: Record<string, unknown> | null;
}

/** Another place that a diagnostic speaks of. */
export interface Note {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  label: string;
}

/** Which game. */
export interface OfGame {
  game: string;
}

/** An option in many games. */
export interface OptionResult {
  option: string;
  offered: number;
  taken: number;
  /** The share of wins of the seats that took it. */
  wins_when_taken: Measured;
  /** The share of wins of the seats that could take it and never did. */
  wins_when_passed: Measured;
}

/** An option of a decision. */
export interface OptionView {
  /** The stable text with which the option is answered. */
  id: string;
  /** The option in words. */
  label: string;
  /** The things that the option names: sort, such as piece, cell or word, and id. */
  refs: Record<string, string>;
  /** The place of the piece that the option means. */
  at?: string;
  /** The seat that owns this piece. */
  owner?: number | null;
  /** The number that this piece shows if it is a die. */
  shows?: number;
  /** What stands on the cell that the option means, in words. */
  holds?: string;
}

/** The game whose open decision is asked for. */
export interface OptionsOf {
  game: string;
  lang?: "en" | "fr" | "pl" | null;
}

/** A number that can be set when the ruleset is loaded. */
export interface Parameter {
  id: string;
  label: string;
  value: number;
  default: number;
  low: number;
  high: number;
}

/** An SVG document. */
export interface Picture {
  svg: string;
}

/** A kind of pieces. */
export interface PieceInfo {
  id: string;
  label: string;
  /** The number of sides of a die; null for other pieces. */
  sides: number | null;
  /** Whether the pieces have two faces. */
  faces: boolean;
}

/** A piece that the seat sees. */
export interface PieceView {
  id: string;
  kind: string;
  owner: number | null;
  /** Of a piece with two faces. */
  face?: "front" | "back";
  /** Of a die: the number on top. */
  shows?: number;
  /** The fields that change during a game. */
  fields?: Record<string, string[] | boolean | number | string | null>;
  /** What tells the piece from others while it stays in sight; only if keys were asked for. */
  key?: string;
}

/** The parameters of the notification `sim.progress`. */
export interface Progress {
  /** The id of the request that is running. */
  request: number | string;
  done: number;
  total: number;
}

/** Why an answer is not offered. It contains only what the seat that is asked may know. */
export interface Reason {
  /** The reason as one sentence. */
  text: string;
  /** The sort of reason. */
  key: string;
  /** The text of the ruleset that makes it impossible. */
  rule: string;
  place: string;
  /** The values that the condition found. */
  found: string[];
  /** Changes of which each one would be enough. */
  changes: string[];
}

/** A record: a card, a tile, a cell. */
export interface RecordInfo {
  id: string;
  kind: string;
  label: string;
  copies: number;
  /** Its fields that never change; effects and values of the language as their text. */
  fields: Record<string, string[] | boolean | number | string>;
}

/** For whom a game is imagined. */
export interface Resample {
  game: string;
  /** Everything that this seat may not know is drawn anew; null is a spectator. */
  seat?: number | null;
  seed?: number;
}

/** A save. */
export interface Restore {
  save: string;
}

/** Which scenarios to play. */
export interface RunScenarios {
  /** A scenario file as TOML text. */
  text: string;
  /** The loaded ruleset that the scenarios are about, if the text names none. */
  ruleset?: string;
}

/** A save. */
export interface Saved {
  /** It contains the rules, so `game.restore` needs nothing else. It contains all secrets of the game. */
  save: string;
}

/** An expectation that is not met. */
export interface ScenarioFailure {
  what: string;
  expected: string;
  found: string;
  line: number;
  column: number;
  rule: string;
  place: string;
}

/** The scenarios of a text. */
export interface ScenarioReport {
  passed: number;
  failed: number;
  scenarios: ScenarioResult[];
  /** Problems of the text itself; then nothing was played. */
  diagnostics: Diagnostic[];
}

/** One scenario. */
export interface ScenarioResult {
  name: string;
  ruleset: string;
  line: number;
  passed: boolean;
  failures: ScenarioFailure[];
  diagnostics: Diagnostic[];
}

/** The results of a seat. */
export interface SeatResult {
  bot: string;
  wins: Measured;
  score: Measured | null;
}

/** A sentence with the sentences below it. */
export interface Sentence {
  text: string;
  steps: Sentence[];
}

/** Which games to play. */
export interface Simulate {
  ruleset: string;
  games?: number;
  /** One bot for all seats, or one for each, separated by commas. */
  bots?: string;
  seats?: number | null;
  seed?: number;
  /** Whether only the ends of games are counted. */
  quick?: boolean;
}

/** The results of many games. */
export interface Simulated {
  ruleset: string;
  digest: string;
  /** The number of finished games; fewer than requested if the request was cancelled. */
  games: number;
  cancelled: boolean;
  seed: number;
  seats: SeatResult[];
  /** Games that several seats won. */
  shared: number;
  /** Games that nobody won. */
  drawn: number;
  /** Games that ended by a limit of the engine. */
  capped: number;
  /** Seat and place -> games in which the seat got stuck there. */
  stuck: Record<string, number>;
  /** Answers a game. */
  length: Measured;
  score: Measured | null;
  /** The best score minus the second best. */
  margin: Measured | null;
  /** Score points of a seat by their source. */
  sources: Record<string, Measured>;
  options: OptionResult[];
}

/** Where a game is. It contains nothing that a seat may not know. */
export interface Status {
  /** The name of the game in this session; other requests use it. */
  game: string;
  ruleset: string;
  seats: number;
  /** A number that is different after each change of the game. */
  version: number;
  /** The number of answers so far. */
  decisions: number;
  /** The seat that is asked; null if the game is over. */
  seat: number | null;
  over: boolean;
  winners: number[];
  /** The scores by seat at the end of the game. While it runs, `game.view` shows those that a seat sees. */
  scores: Record<string, number>;
  /** Whether `game.resample` made it: it cannot be saved. */
  imagined: boolean;
}

/** Which answer to take back: the last one of the game. */
export interface TakeBack {
  game: string;
  /** Whether the other seats agreed, if it is the decision of another seat now. */
  agreed?: boolean;
  lang?: "en" | "fr" | "pl" | null;
}

/** What a seat may know of a position. */
export interface View {
  ruleset: string;
  /** The number of seats. */
  seats: number;
  /** The seat whose view it is, from 0; null for a spectator. */
  seat: number | null;
  over: boolean;
  /** The innermost running phase. */
  phase: string | null;
  /** By counter; a list by seats if each seat has its own. */
  counters: Record<string, Record<string, number> | (Record<string, number> | number | null)[] | number | null>;
  /** The totals of counters of which some seats see only the total. */
  totals: Record<string, (number | null)[] | number | null>;
  /** By variable; a list by seats if each seat has its own. */
  state: Record<string, (boolean | number | string | null)[] | boolean | number | string | null>;
  boards: Record<string, BoardView | BoardView[]>;
  /** By zone; a list by seats or a table by words if there are several. */
  zones: Record<string, ZoneView | ZoneView[] | Record<string, ZoneView>>;
  /** The number that each die shows; a list if several dice have the same id. */
  dice: Record<string, (number | null)[] | number | null>;
  /** The values that the ruleset shows at the table; a parameter of a query is a list by seats, or a table by words or numbers. */
  queries?: Record<string, number[] | Record<string, number> | (number[] | Record<string, number> | number)[] | Record<string, number[] | Record<string, number> | number> | number>;
  /** What is asked; null if the game is over. */
  decision?: DecisionView | null;
  /** By seat; empty if the seats do not see the scores. */
  scores?: Record<string, number>;
  /** The seats that share the win; empty while the game runs. */
  winners?: number[];
  /** The lines of the seat's log; left out if they were not asked for. */
  log?: string[];
}

/** Whose view of which game. */
export interface ViewOf {
  game: string;
  /** From 0; null is a spectator. */
  seat?: number | null;
  lang?: "en" | "fr" | "pl" | null;
  /** Whether the view contains the whole log. `game.log_since` gives only what is new. */
  log?: boolean;
  /** Whether visible pieces have keys that follow them. */
  keys?: boolean;
}

/** An answer that is not offered. */
export interface WhyNot {
  game: string;
  option: string;
  lang?: "en" | "fr" | "pl" | null;
}

/** A kind of words. */
export interface WordInfo {
  id: string;
  label: string;
  words: string[];
}

/** A zone. */
export interface ZoneInfo {
  id: string;
  label: string;
  /** The kinds of pieces that lie there. */
  of: string[];
  per: string | null;
  order: "none" | "stack" | "line";
  seen: "all" | "owner" | "nobody";
}

/** A zone; pieces that the seat does not see are left out. */
export interface ZoneView {
  /** The number of pieces; null if the seat does not see it. */
  size: number | null;
  /** The pieces in order; null if the seat sees none of them. */
  pieces: PieceView[] | null;
}

/** The methods of the engine. */
export interface Methods {
  /** Agree on the version of the protocol and on a language. Optional; without it a session speaks version 1 and English. */
  "engine.hello": { params: Hello; result: Greeting };
  /** List the bundled rulesets that can be played. */
  "rulesets.list": { params: InLanguage; result: Listing };
  /** Load a ruleset by name or from a text. An error carries all diagnostics. */
  "rulesets.load": { params: Load; result: Loaded };
  /** Check a ruleset. Mistakes are in the result; they are no error of the request. */
  "rulesets.check": { params: Check; result: CheckReport };
  /** Explain a section, phase, verb, kind, record or other thing of a ruleset in sentences. */
  "rulesets.explain": { params: Explain; result: Explanation };
  /** Everything that a ruleset declares, with the words for every id in a language. */
  "rulesets.metadata": { params: Metadata; result: About };
  /** Forget a ruleset. Its games stay. */
  "rulesets.close": { params: CloseRuleset; result: Closed };
  /** Begin a game, or begin it from a sketched position. */
  "game.new": { params: NewGame; result: Status };
  /** What a seat or a spectator may know of the position. */
  "game.view": { params: ViewOf; result: View };
  /** The open decision with its options, for the seat that is asked. */
  "game.options": { params: OptionsOf; result: Asked };
  /** Answer the open decision. An error carries the reason, and the game is unchanged. */
  "game.answer": { params: GiveAnswer; result: Status };
  /** Why an answer is not offered, for the seat that is asked. */
  "game.why_not": { params: WhyNot; result: Reason };
  /** Take back the last answer. Refused if a seat has learnt something since, or if another seat is asked now and the others have not agreed. */
  "game.undo": { params: TakeBack; result: Status };
  /** The lines of a seat's log that are new, with the details of their events. */
  "game.log_since": { params: LogSince; result: Lines };
  /** A picture of what a seat or a spectator may know. */
  "game.svg": { params: Draw; result: Picture };
  /** The game as a text. It contains the rules and all secrets. */
  "game.save": { params: OfGame; result: Saved };
  /** A new game from a save. */
  "game.restore": { params: Restore; result: Status };
  /** A new game with the same answers, or with the first of them. */
  "game.fork": { params: Fork; result: Status };
  /** A new game that looks the same to a seat; everything that the seat may not know is drawn anew. */
  "game.resample": { params: Resample; result: Status };
  /** Forget a game. */
  "game.close": { params: OfGame; result: Closed };
  /** A bot chooses an option of the open decision. The bot knows what the seat that is asked may know. */
  "bot.answer": { params: BotAnswer; result: Answered };
  /** Play many games between bots and summarize them. Sends `sim.progress`. */
  "sim.run": { params: Simulate; result: Simulated };
  /** Play two rulesets on the same seeds until it is settled which one gives more. Sends `sim.progress`. */
  "sim.compare": { params: Compare; result: Compared };
  /** Stop a simulation. It ends with the games that are finished; without any, with an error. */
  "sim.cancel": { params: Cancel; result: Cancelled };
  /** Play the scenarios of a text. Failures are in the result; they are no error of the request. */
  "scenario.run": { params: RunScenarios; result: ScenarioReport };
}

/** An error that the engine sent. */
export class EngineError extends Error {
  code: number;
  data: ErrorData;
}

/** What carries lines to an engine and back. */
export interface Transport {
  send(line: string): void;
  close(): void;
  onLine: (line: string) => void;
  onClose: (reason: string) => void;
}

export interface CallOptions {
  /** Called while a simulation runs. */
  onProgress?: (progress: Progress) => void;
  /** Cancels a simulation. */
  signal?: AbortSignal;
}

/** A session with an engine. */
export class Engine {
  constructor(transport: Transport);
  /** Connect to `/engine` of `solenia serve`: `ws://localhost:8000/engine`. */
  static connect(url: string): Promise<Engine>;
  /** Start `solenia engine` as a process (Node only). */
  static start(command?: string[]): Promise<Engine>;
  /** Send a request; rejects with an `EngineError`. */
  call<M extends keyof Methods>(
    method: M,
    ...rest: {} extends Methods[M]["params"]
      ? [params?: Methods[M]["params"], options?: CallOptions]
      : [params: Methods[M]["params"], options?: CallOptions]
  ): Promise<Methods[M]["result"]>;
  close(): void;
}
