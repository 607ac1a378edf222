import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { RunningServer } from './staticServer.js'

const folderOf = (name: string) => join(import.meta.dirname, '../examples', name)

function environmentOf(name: string, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const tools = join(folderOf(name), 'node_modules/.bin')
  return { ...process.env, NEXT_TELEMETRY_DISABLED: '1', PATH: `${tools}:${process.env['PATH']}`, ...own }
}

/** Runs the build of an example to its end. */
export async function buildExample(name: string): Promise<void> {
  const command = ['run', 'build', '--silent']
  const child = spawn('npm', command, { cwd: folderOf(name), env: environmentOf(name, {}) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${name} could not be built.\n${output}`)
}

/** Starts an example's server on a free port and waits until it answers. */
export async function startExample(
  name: string,
  command: readonly [string, ...string[]],
  own: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = environmentOf(name, { ...own, PORT: `${port}`, SITE_ORIGIN: url })
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: folderOf(name),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  await answering(url, child, () => output)
  return { url, stop: () => end(child) }
}

async function answering(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The example ended.\n${output()}`)
    // Nobody listens yet: the next try will tell.
    if (
      await fetch(url)
        .then(() => true)
        .catch(() => false)
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
