#!/usr/bin/env node
// `npm run demo`: installs what is missing, starts the local chains and the playground, and ends with Ctrl-C.
import { checkNode, ensurePrograms, install, run } from './setup.mjs'

checkNode()
install()
ensurePrograms(['litecoind'])

const controller = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => controller.abort())
const code = await run('tsx', ['examples/playground/serve.ts', ...process.argv.slice(2)])
process.exit(controller.signal.aborted ? 0 : code)
