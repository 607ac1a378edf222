import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Step } from './readSteps.js'

/** A newcomer's terminal: it is in some folder, has some settings, and runs what is typed. */
export interface Terminal {
  /** Does a step. Returns the address that a server says it listens at, if it says one. */
  follow(step: Step): Promise<string | undefined>
  /** Ends every server that was started. */
  close(): Promise<void>
}

/** Milliseconds that a command may take, and that a server may take to say where it listens. */
const longest = 240_000

/** Opens a terminal in an empty folder. `environment` is what the newcomer's machine has set. */
export function openTerminal(folder: string, environment: Readonly<Record<string, string>>): Terminal {
  const place = join(folder, '.place')
  writeFileSync(place, folder)
  const here = () => readFileSync(place, 'utf8').trim()
  const servers: ChildProcess[] = []
  const start = (script: string) =>
    spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: here(),
      env: { ...process.env, ...environment, PLACE: place },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what a command starts ends with it.
      detached: true,
    })
  return {
    async follow(step) {
      if (step.kind === 'file') {
        const path = join(here(), step.path)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, step.text)
        return undefined
      }
      if (step.kind === 'command') {
        // A change of folder lasts, as it does in a terminal.
        await finish(start(`${step.text}\npwd > "$PLACE"`), step.text)
        return undefined
      }
      const server = start(step.text)
      servers.push(server)
      return listening(server, step.text)
    },
    async close() {
      await Promise.all(servers.map(stop))
    },
  }
}

/** Ends a command with all that it started, some of which outlives it and goes on writing into the folder. */
async function stop({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return
  const signals = ['SIGTERM', 'SIGKILL'] as const
  for (const signal of signals) {
    if (!tell(pid, signal)) return
    for (let waited = 0; waited < 5_000; waited += 50) {
      await setTimeout(50)
      if (!tell(pid, 0)) return
    }
  }
}

/** Sends a signal to a group of processes. Returns whether there is one left. */
function tell(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** Collects what a command says, both kinds in the order in which they come. */
function listen(child: ChildProcess): () => string {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      said = `${said}${part.toString()}`.slice(-20_000)
    })
  }
  return () => said
}

async function finish(child: ChildProcess, text: string): Promise<void> {
  const said = listen(child)
  const code = await Promise.race([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    setTimeout(longest, 'late' as const, { ref: false }),
  ])
  if (code === 'late') await stop(child)
  if (code !== 0)
    throw new Error(
      `${text.trim()}\n${code === 'late' ? 'did not end' : `ended with ${code}`}:\n${tail(said())}`,
    )
}

/** Waits until a server says where it listens, in either of the two ways that servers do. */
async function listening(child: ChildProcess, text: string): Promise<string> {
  const said = listen(child)
  for (let waited = 0; waited < longest; waited += 100) {
    // Colours stand between the host and its port.
    const plain = stripVTControlCharacters(said())
    const address = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(plain)?.[0]
    if (address !== undefined && (await answers(address))) return address
    if (child.exitCode !== null) break
    await setTimeout(100)
  }
  throw new Error(`${text.trim()}\nsays no address that answers:\n${tail(said())}`)
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  )

const tail = (said: string): string => said.trim().split('\n').slice(-40).join('\n')
