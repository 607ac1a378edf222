import { afterEach, expect, it, vi } from 'vitest'
import { createLog, type LogLevel } from './log.js'

afterEach(() => vi.restoreAllMocks())

it.each<[LogLevel, string[]]>([
  ['silent', []],
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  ['info', ['error', 'warn', 'info']],
  ['debug', ['error', 'warn', 'info', 'debug']],
])('at %s it writes %j', (level, expected) => {
  const written: string[] = []
  for (const name of ['error', 'warn', 'info', 'debug'] as const) {
    vi.spyOn(console, name).mockImplementation((line, ...rest) => {
      expect(line).toBe('[shop] text')
      expect(rest).toEqual(name === 'error' ? [{ detail: 1 }] : [])
      written.push(name)
    })
  }
  const log = createLog(level, 'shop')
  log.error('text', { detail: 1 })
  log.warn('text')
  log.info('text')
  log.debug('text')
  expect(written).toEqual(expected)
})
