// Asks `planfmt mcp` with the protocol's own SDK for TypeScript, over standard input and output: progress and cancellation, which the inspector's
// command line has not. Prints what it sees, for TestMCPTypeScript. Usage: node mcp-client.cjs DIR, with plan.json, large.json and next.json in it.
const {Client} = require("@modelcontextprotocol/sdk/client/index.js");
const {StdioClientTransport} = require("@modelcontextprotocol/sdk/client/stdio.js");
const {ProgressNotificationSchema} = require("@modelcontextprotocol/sdk/types.js");

async function main() {
  const transport = new StdioClientTransport({
    command: "planfmt", args: ["mcp", "--no-cache", "--no-bundle", "--root", process.argv[2]], env: process.env, stderr: "inherit",
  });
  const client = new Client({name: "test", version: "1"});
  await client.connect(transport);

  // The SDK drops progress that comes together with the answer, so this asks for it by itself, and sees all.
  const seen = new Map();
  client.setNotificationHandler(ProgressNotificationSchema, ({params}) => {
    seen.set(params.progressToken, [...(seen.get(params.progressToken) ?? []), params]);
  });
  const ask = (path, token, signal) =>
    client.callTool({name: "plan_summary", arguments: {path}, ...(token && {_meta: {progressToken: token}})}, undefined, {signal});

  const answer = await ask("large.json", "told");
  const told = seen.get("told") ?? [];
  const quiet = await ask("next.json");

  // A call is cancelled when it has been sent. Whatever the server was doing, it goes on to answer others.
  const aborting = new AbortController();
  const cancelled = ask("plan.json", "cancelled", aborting.signal).then(() => "it was answered", String);
  aborting.abort("enough");
  const reason = await cancelled;
  // A call that is cancelled before it is made is no call.
  const before = await ask("plan.json", undefined, AbortSignal.abort("early")).then(() => "it was answered", String);
  const after = await ask("plan.json", "after");
  const unknown = [...seen.keys()].filter((k) => !["told", "cancelled", "after"].includes(k));
  const pid = transport.pid;
  await client.close();
  let gone = false;
  try {
    process.kill(pid, 0);
  } catch {
    gone = true;
  }
  console.log(JSON.stringify({
    progress: told.map((p) => p.progress), totals: [...new Set(told.map((p) => p.total))], unknown,
    answer: answer.content[0].text, quiet: quiet.content[0].text, after: after.content[0].text, reason, before, gone,
  }));
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
