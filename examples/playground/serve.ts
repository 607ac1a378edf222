import './quietStart.js'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { type FetchHandler, nodeHandler } from '@latchkey/plugin-siwx/server'
import { serveDocs } from './docs/serveDocs.js'
import { createShopServer } from './shopServer.js'
import { createSignInServer } from './signInServer.js'
import { type AccountToFund, type RunningStack, startLocalStack } from './startLocalStack.js'

/** Starts the local chains and the playground, says where to look, and ends everything on Ctrl-C. */
const { values } = parseArgs({
  options: { port: { type: 'string', default: process.env['PORT'] ?? '5173' } },
})
const stops: (() => Promise<void>)[] = []
let ending = false

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  const results = await Promise.allSettled(stops.reverse().map((stop) => stop()))
  for (const result of results) if (result.status === 'rejected') console.error(result.reason)
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))

try {
  console.log('\n  Starting the local chains …')
  const running = await startLocalStack()
  const { report, stop } = running
  stops.push(stop)
  const server = await startPlayground(running, Number(values.port))
  stops.push(() => server.close())
  console.log(`
  Latchkey playground   ${server.resolvedUrls?.local[0]}

  ${report.join('\n  ')}

  No wallet needed: choose "Test wallet" in the list, or type any email address. Ctrl-C ends everything.
`)
} catch (error) {
  console.error(error)
  await end(1)
}

async function startPlayground(running: RunningStack, port: number): Promise<ViteDevServer> {
  const server = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), serveStack(running)],
    server: { host: '127.0.0.1', port },
  })
  return server.listen()
}

function serveStack({ stack, pair, fund, sellMugs }: RunningStack): Plugin {
  return {
    name: 'local-stack',
    configureServer(server) {
      let signIn: FetchHandler | undefined
      server.middlewares.use(
        '/api/siwx',
        nodeHandler((request) => {
          // The port is known only once somebody has been answered on it.
          signIn ??= createSignInServer(stack, portOf(server))
          return signIn(request)
        }),
      )
      server.middlewares.use('/docs', serveDocs(fileURLToPath(new URL('../..', import.meta.url))))
      server.middlewares.use('/api/shop', nodeHandler(createShopServer(stack)))
      if (sellMugs) server.middlewares.use('/api/mugs', nodeHandler(sellMugs))
      server.middlewares.use('/local-stack.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(stack))
      })
      server.middlewares.use('/test-wallet/pair', take(pair))
      server.middlewares.use(
        '/faucet',
        take((text) => fund(JSON.parse(text) as AccountToFund)),
      )
    },
  }
}

/** A route that is told something and answers nothing. */
function take(act: (text: string) => Promise<void>) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (request.method !== 'POST') throw new Error('Send it with POST.')
      await act(await readText(request))
      response.end()
    } catch (error) {
      response.statusCode = 400
      response.end((error as Error).message)
    }
  }
}

function portOf({ httpServer }: ViteDevServer): number {
  const address = httpServer?.address()
  if (!address || typeof address === 'string') throw new Error('The playground does not listen on a port.')
  return address.port
}

const longestText = 4096

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > longestText) throw new Error('This is too long.')
  }
  return text
}
