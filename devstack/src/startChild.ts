import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { DevstackError } from './devstackError.js'
import { startWatcher } from './startWatcher.js'

export interface StartChildOptions<ready> {
  /** How error messages call the program. */
  readonly name: string
  readonly command: string
  readonly arguments: readonly string[]
  /** @default the environment of this process */
  readonly environment?: NodeJS.ProcessEnv
  /** A folder for this program alone. It's removed when the program ends, even by SIGKILL. */
  readonly folder?: string
  /** Called with all output so far; anything but undefined means that the program is up. */
  readonly ready: (output: string) => ready | undefined
  /** A machine that does much else starts a program ten times slower. @default 240_000 */
  readonly timeoutMilliseconds?: number
}

export interface Child<ready> {
  readonly pid: number
  readonly ready: ready
  /** The last lines the program printed. */
  output(): string
  /** Ends the program and resolves when it is gone. May be called any number of times. */
  stop(): Promise<void>
}

const KEPT_OUTPUT = 16_000
const PATIENCE_MILLISECONDS = 3_000

/**
 * Starts a program and waits until it says that it is up. The program ends with this process, however
 * this process ends.
 *
 * @throws DevstackError BINARY_MISSING, PORT_IN_USE, PROCESS_EXITED or PROCESS_NOT_READY; the message
 * carries the last output.
 */
export async function startChild<ready>(options: StartChildOptions<ready>): Promise<Child<ready>> {
  const process = spawn(options.command, [...options.arguments], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.environment && { env: options.environment }),
  })
  let output = ''
  const exited = new Promise<void>((resolve) => {
    process.once('exit', () => resolve())
    process.once('error', () => resolve())
  })
  const stopWatcher = process.pid === undefined ? () => {} : startWatcher(process.pid, options.folder)
  const gone = exited.then(async () => {
    if (options.folder !== undefined) await rm(options.folder, { recursive: true, force: true })
    stopWatcher()
  })
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= end(process, exited).then(() => gone)
    return stopping
  }

  try {
    const ready = await new Promise<ready>((resolve, reject) => {
      const limit = options.timeoutMilliseconds ?? 240_000
      const timer = setTimeout(() => reject(notReady(options.name, limit, output)), limit)
      exited.then(() => clearTimeout(timer))
      const read = (chunk: Buffer): void => {
        output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT)
        const value = options.ready(output)
        if (value === undefined) return
        clearTimeout(timer)
        resolve(value)
      }
      process.stdout.on('data', read)
      process.stderr.on('data', read)
      process.once('error', (cause) => reject(missing(options, cause)))
      process.once('close', (code, signal) => reject(early(options.name, code, signal, output)))
    })
    return { pid: process.pid ?? 0, ready, output: () => output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(process: ChildProcess, exited: Promise<void>): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) process.kill('SIGTERM')
  const timer = setTimeout(() => process.kill('SIGKILL'), PATIENCE_MILLISECONDS)
  await exited
  clearTimeout(timer)
}

function missing(options: StartChildOptions<unknown>, cause: Error): DevstackError {
  const message = `${options.name} could not be started from "${options.command}": ${cause.message}. Reinstall the package that carries it for this platform.`
  return new DevstackError('BINARY_MISSING', message, { cause })
}

function notReady(name: string, limit: number, output: string): DevstackError {
  const message = `${name} did not say within ${limit} ms that it is up, so it was ended.`
  return new DevstackError('PROCESS_NOT_READY', withOutput(message, output))
}

function early(name: string, code: number | null, signal: string | null, output: string): DevstackError {
  if (/address (already )?in use|EADDRINUSE|os error 98/i.test(output)) {
    const message = `${name} could not listen because the port is in use. Choose another port, or leave it out to get a free one.`
    return new DevstackError('PORT_IN_USE', withOutput(message, output))
  }
  const how = signal ? `signal ${signal}` : `exit code ${code}`
  return new DevstackError('PROCESS_EXITED', withOutput(`${name} ended before it was up (${how}).`, output))
}

function withOutput(message: string, output: string): string {
  const last = output.trim().slice(-2_000)
  return last === '' ? `${message} It printed nothing.` : `${message} Its last output:\n${last}`
}
