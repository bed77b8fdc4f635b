// Starts `solenia lsp` for TOML files; the server leaves those alone that are no rulesets.
"use strict";

const { existsSync } = require("node:fs");
const { isAbsolute, join } = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** The command of the settings; a path with a folder in it begins at the folder that is open. */
function command() {
  const [program, ...args] = vscode.workspace.getConfiguration("solenia").get("command", ["solenia", "lsp"]);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const inside = folder && !isAbsolute(program) && /[\\/]/.test(program) ? join(folder, program) : program;
  return { command: folder && existsSync(inside) ? inside : program, args, transport: TransportKind.stdio };
}

async function start() {
  client = new LanguageClient("solenia", "Solenia rules", command(), {
    documentSelector: [{ scheme: "file", language: "toml" }],
  });
  try {
    await client.start();
  } catch (problem) {
    vscode.window.showErrorMessage(
      `The language server of solenia did not start (${problem.message}). ` +
        `pip install "solenia-rules[lsp]", or set solenia.command.`,
    );
  }
}

async function stop() {
  await client?.stop();
  client = undefined;
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  const again = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("solenia.restart", again),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("solenia") && again()),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
