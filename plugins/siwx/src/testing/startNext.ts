import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/** The example's own, so that there is one version of Next. */
const modules = fileURLToPath(new URL('../../../../examples/next-siwx/node_modules', import.meta.url))
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } as const

export interface NextServer {
  readonly port: number
  stop(): Promise<void>
}

/** Builds and starts a Next app whose only route is `nextRoute.ts`, for every path. */
export async function startNext(): Promise<NextServer> {
  const folder = mkdtempSync(join(tmpdir(), 'siwx-next-'))
  const route = join(folder, 'app/[...path]')
  mkdirSync(route, { recursive: true })
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  await build({
    entryPoints: [fileURLToPath(new URL('./nextRoute.ts', import.meta.url))],
    outfile: join(route, 'route.js'),
    ...{ bundle: true, format: 'esm', target: 'es2022', platform: 'neutral', mainFields: ['module', 'main'] },
  })
  const next = join(modules, 'next/dist/bin/next')
  await promisify(execFile)(process.execPath, [next, 'build', '--webpack'], { cwd: folder, env })
  const child = spawn(process.execPath, [next, 'start', '-p', '0', '-H', '127.0.0.1'], {
    ...{ cwd: folder, env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  return {
    port: await portOf(child),
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('Next has no output.')
  let port: number | undefined
  for await (const line of createInterface(stdout)) {
    port ??= Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]) || undefined
    if (port && /Ready/.test(line)) break
  }
  if (!port) throw new Error('Next told no port.')
  // Nobody reads on: a full pipe would stop the server.
  stdout.resume()
  return port
}
