// Starts `solenia lsp` for TOML files; the server leaves those alone that are no rulesets.
"use strict";

const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { isAbsolute, join } = require("node:path");
const vscode = require("vscode");
const { CloseAction, ErrorAction, LanguageClient, State } = require("vscode-languageclient/node");

const FILES = { language: "toml", scheme: "file" };
const INSIDE = process.platform === "win32" ? ["Scripts", "solenia.exe"] : ["bin", "solenia"];

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.OutputChannel} */
let output;
/** @type {vscode.LanguageStatusItem} */
let status;
/** @type {vscode.FileSystemWatcher} */
let watcher;
/** One start or stop after the other. */
let turn = Promise.resolve();

/** What starts the server: the one that is set, that of the folder's own environment, the one on the path. */
function commandLine() {
  const set = vscode.workspace.getConfiguration("solenia").get("command", []);
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  if (set.length > 0) {
    const [program, ...args] = set;
    const relative = !isAbsolute(program) && /[\\/]/.test(program);
    const places = relative ? folders.map((folder) => join(folder, program)) : [];
    return [places.find(existsSync) ?? program, ...args];
  }
  const own = folders.flatMap((folder) => [".venv", "venv"].map((name) => join(folder, name, ...INSIDE)));
  const found = vscode.workspace.isTrusted ? own.find(existsSync) : undefined;
  return [found ?? "solenia", "lsp"];
}

/** The process of the server, and what it last said beside its answers. */
async function launch([program, ...args]) {
  output.appendLine([program, ...args].join(" "));
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const child = spawn(program, args, { cwd });
  const made = { child, said: "" };
  child.stderr.on("data", (data) => (made.said = (made.said + data).slice(-2000)));
  await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  return made;
}

/** Fails when the process ends: nobody else writes to what it complains to. */
function ended({ child }) {
  return new Promise((_, reject) => child.stderr.once("end", () => reject(new Error("it ended at once"))));
}

/** Until the server is ready, what went wrong is told by `complain`. */
class Client extends LanguageClient {
  ready = false;

  error(message, data, shown) {
    super.error(message, data, this.ready ? shown : false);
  }
}

function tell(text, detail, severity) {
  status.text = text;
  status.detail = detail;
  status.severity = severity;
}

/** Tell why there is no server, and what can be done; nobody waits for the answer. */
async function complain(line, reason) {
  const shown = line.join(" ");
  const trust = vscode.workspace.isTrusted ? "" : " One inside this folder starts when you trust the folder.";
  output.appendLine(`${shown}: ${reason}`);
  tell("Solenia rules: no server", `${shown}: ${reason}`, vscode.LanguageStatusSeverity.Error);
  const again = "Try again";
  const settings = "Settings";
  const chosen = await vscode.window.showErrorMessage(
    `Rulesets are not checked: \`${shown}\` did not start (${reason}).${trust}`,
    again,
    settings,
  );
  if (chosen === again) restart();
  if (chosen === settings) vscode.commands.executeCommand("workbench.action.openSettings", "solenia.");
}

async function start() {
  const line = commandLine();
  const language = vscode.workspace.getConfiguration("solenia").get("language", "auto");
  let server;
  try {
    server = await launch(line);
  } catch (problem) {
    const missing = problem.code === "ENOENT" && 'there is no such program; pip install "solenia-rules[lsp]"';
    void complain(line, missing || problem.message);
    return;
  }
  let usual;
  const made = new Client(
    "solenia",
    "Solenia rules",
    async () => {
      if (made.ready) server = await launch(line);
      return server.child;
    },
    {
      documentSelector: [FILES],
      outputChannel: output,
      initializationOptions: language === "auto" ? {} : { language },
      synchronize: { fileEvents: watcher },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: (...problem) => (made.ready ? usual.error(...problem) : { action: ErrorAction.Shutdown }),
        // What ends before it has begun would end again.
        closed: () => (made.ready ? usual.closed() : { action: CloseAction.DoNotRestart, handled: true }),
      },
    },
  );
  usual = made.createDefaultErrorHandler();
  made.onDidChangeState(({ newState }) => {
    if (newState === State.Running) tell("Solenia rules", line.join(" "), vscode.LanguageStatusSeverity.Information);
    if (newState === State.Stopped && made.ready)
      tell("Solenia rules: server stopped", line.join(" "), vscode.LanguageStatusSeverity.Warning);
  });
  status.busy = true;
  try {
    await Promise.race([made.start(), ended(server)]);
    made.ready = true;
    client = made;
  } catch (problem) {
    void complain(line, server.said.trim().split("\n").at(-1) || problem.message);
  } finally {
    status.busy = false;
  }
}

async function stop() {
  if (client?.needsStop()) await client.stop();
  client = undefined;
}

function restart() {
  turn = turn.then(stop).then(start);
  return turn;
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  output = vscode.window.createOutputChannel("Solenia rules");
  status = vscode.languages.createLanguageStatusItem("solenia", FILES);
  status.name = "Solenia rules";
  status.command = { command: "solenia.restart", title: "Restart" };
  watcher = vscode.workspace.createFileSystemWatcher("**/*.toml");
  context.subscriptions.push(
    output,
    status,
    watcher,
    vscode.commands.registerCommand("solenia.restart", restart),
    vscode.commands.registerCommand("solenia.output", () => output.show()),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("solenia") && restart()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  await restart();
}

module.exports = { activate, deactivate: () => (turn = turn.then(stop)) };
