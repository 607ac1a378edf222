import { token } from '../keys/token.js'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/** Messages for developers. Replace the token to send them elsewhere. */
export interface LogService {
  error(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
  info(message: string, detail?: unknown): void
  debug(message: string, detail?: unknown): void
}

export const Log = token<LogService>('latchkey.log')

const levels: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug']

/** A log on the console that keeps quiet below its level. */
export function createLog(level: LogLevel, kernelId: string): LogService {
  const write = (at: Exclude<LogLevel, 'silent'>) => (message: string, detail?: unknown) => {
    if (levels.indexOf(at) > levels.indexOf(level)) return
    const line = `[${kernelId}] ${message}`
    // biome-ignore lint/suspicious/noConsole: this is the one place that writes to the console.
    console[at](line, ...(detail === undefined ? [] : [detail]))
  }
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
}
