import { describe, expect, it } from 'vitest'
import { createChunk } from './chunk.js'

describe('createChunk', () => {
  it('loads once, tells its followers, and loads again after a failure', async () => {
    const answers: (() => Promise<string>)[] = [
      () => Promise.reject(new Error('offline')),
      async () => 'module',
    ]
    const failures: unknown[] = []
    const seen: string[] = []
    let loads = 0
    const chunk = createChunk(
      () => {
        loads += 1
        return (answers.shift() ?? (() => Promise.reject(new Error('too often'))))()
      },
      (error) => failures.push(error),
    )
    const stop = chunk.subscribe(() => seen.push(chunk.state.status))
    chunk.load()
    chunk.load()
    await new Promise((resolve) => setTimeout(resolve))
    expect(chunk.state).toMatchObject({ status: 'failed', error: new Error('offline') })
    expect(loads).toBe(1)
    chunk.load()
    await new Promise((resolve) => setTimeout(resolve))
    chunk.load()
    expect(chunk.state).toEqual({ status: 'ready', module: 'module', error: undefined })
    expect(seen).toEqual(['loading', 'failed', 'loading', 'ready'])
    expect([loads, failures.length]).toEqual([2, 1])
    stop()
  })
})
