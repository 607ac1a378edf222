import { describe, expect, it } from 'vitest'
import { isKernelError } from '../errors/base.js'
import { createScope } from './scope.js'

describe('createScope', () => {
  it('aborts its signal first, then runs cleanups last-in first-out', async () => {
    const seen: string[] = []
    const scope = createScope('it', () => {})
    scope.signal.addEventListener('abort', () => seen.push('signal'))
    scope.defer(() => void seen.push('first'))
    scope.defer(async () => void seen.push('second'))
    await scope.dispose()
    expect(seen).toEqual(['signal', 'second', 'first'])
    expect(isKernelError(scope.signal.reason, 'KERNEL_DISPOSED')).toBe(true)
  })

  it('runs synchronous cleanups before dispose returns', () => {
    const seen: string[] = []
    const scope = createScope('it', () => {})
    scope.defer(() => void seen.push('one'))
    scope.defer(() => void seen.push('two'))
    void scope.dispose()
    expect(seen).toEqual(['two', 'one'])
  })

  it('reports a cleanup that throws or rejects, and runs the others', async () => {
    const errors: unknown[] = []
    const seen: string[] = []
    const scope = createScope('it', (error) => errors.push(error))
    scope.defer(() => void seen.push('last'))
    scope.defer(() => {
      throw 'thrown'
    })
    scope.defer(() => Promise.reject('rejected'))
    await scope.dispose()
    expect(errors).toEqual(['rejected', 'thrown'])
    expect(seen).toEqual(['last'])
  })

  it('disposes once', async () => {
    let count = 0
    const scope = createScope('it', () => {})
    scope.defer(() => void count++)
    expect(scope.disposed).toBe(false)
    expect(scope.dispose()).toBe(scope.dispose())
    await scope.dispose()
    expect(scope.disposed).toBe(true)
    expect(count).toBe(1)
  })

  it('refuses a cleanup that nobody would run', async () => {
    const scope = createScope('it', () => {})
    await scope.dispose()
    expect(() => scope.defer(() => {})).toThrowErrorMatchingInlineSnapshot(
      `[KernelError: "it" was used after it was disposed.]`,
    )
  })
})
