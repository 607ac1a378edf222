import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { frontDoorAccount } from './frontDoorRows.js'

/** Cloudflare's runtime for servers, which has no module of Node unless it is asked for. */
export interface Workerd {
  readonly port: number
  newToken(): Promise<string>
  stop(): Promise<void>
}

// It comes without types.
const { default: workerd } = createRequire(import.meta.url)('workerd') as { readonly default: string }

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
);
`

/** Starts `edgeWorker.ts` in it. */
export async function startWorkerd(): Promise<Workerd> {
  const folder = mkdtempSync(join(tmpdir(), 'siwx-workerd-'))
  await build({
    entryPoints: [fileURLToPath(new URL('./edgeWorker.ts', import.meta.url))],
    outfile: join(folder, 'worker.js'),
    ...{ bundle: true, format: 'esm', target: 'es2022', platform: 'neutral', mainFields: ['module', 'main'] },
  })
  writeFileSync(join(folder, 'config.capnp'), config)
  const child = spawn(workerd, ['serve', join(folder, 'config.capnp'), '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const exited = once(child, 'exit')
  const failed = Promise.race([exited, once(child, 'error')]).then(([cause]) => {
    throw new Error('workerd ended before it listened.', { cause })
  })
  const port = await Promise.race([portOf(child.stdio[3] as Readable), failed])
  failed.catch(() => {})
  return {
    port,
    async newToken() {
      const answer = await fetch(`http://127.0.0.1:${port}/token?account=${frontDoorAccount}`)
      return answer.text()
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

/** Reads the port from what workerd reports of itself, one JSON object a line. */
async function portOf(reports: Readable): Promise<number> {
  for await (const line of createInterface(reports)) {
    const { event, port } = JSON.parse(line) as { readonly event: string; readonly port?: number }
    if (event === 'listen' && port !== undefined) return port
  }
  throw new Error('workerd told no port.')
}
