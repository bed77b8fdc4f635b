// A game between two bots, played through the engine: node example.mjs [RULESET]
import { Engine, EngineError } from "solenia-rules";

const engine = await Engine.start();
const { ruleset, title } = await engine.call("rulesets.load", { name: process.argv[2] ?? "connect_four" });
let status = await engine.call("game.new", { ruleset, seed: 7 });
const { game } = status;

while (!status.over) {
  const { seat, version, options } = await engine.call("game.options", { game });
  // This bot takes the middle one of its options; the other seats are played by a bot of the engine.
  status =
    seat === 0
      ? await engine.call("game.answer", { game, version, option: options[Math.floor(options.length / 2)].id })
      : (await engine.call("bot.answer", { game, bot: "greedy" })).status;
}
console.log(`${title}: ${status.decisions} answers, won by ${status.winners.map((seat) => `seat ${seat + 1}`).join(", ") || "nobody"}`);

try {
  await engine.call("game.answer", { game, option: "one more" });
} catch (problem) {
  if (!(problem instanceof EngineError)) throw problem;
  console.log(`refused: ${problem.message}`);
}
engine.close();
