import { describe, expect, it, vi } from 'vitest'
import { loadForPlugin } from './loadForPlugin.js'

/** A plugin that ends when it is told to, as the kernel ends one: signal first, then cleanups. */
function runPlugin() {
  const controller = new AbortController()
  const cleanups: (() => void | Promise<void>)[] = []
  return {
    context: { signal: controller.signal, defer: (cleanup: () => void) => void cleanups.push(cleanup) },
    end() {
      controller.abort()
      for (const cleanup of cleanups.splice(0)) void cleanup()
    },
  }
}

describe('what a plugin loads when it is used', () => {
  it('is loaded once, and disposed once, with the plugin', async () => {
    const { context, end } = runPlugin()
    const part = { dispose: vi.fn() }
    const start = vi.fn(async () => part)
    const load = loadForPlugin(context, 'Sending', start)
    expect(start).not.toHaveBeenCalled()
    expect(await Promise.all([load(), load()])).toEqual([part, part])
    expect(start).toHaveBeenCalledTimes(1)
    expect(part.dispose).not.toHaveBeenCalled()
    end()
    expect(part.dispose).toHaveBeenCalledTimes(1)
  })

  it('is disposed once when the plugin ended while it was loading', async () => {
    const { context, end } = runPlugin()
    const part = { dispose: vi.fn() }
    const loading = loadForPlugin(context, 'Sending', async () => part)()
    end()
    await loading
    expect(part.dispose).toHaveBeenCalledTimes(1)
  })

  it('is loaded again after a failure, which leaves nothing to dispose', async () => {
    const { context, end } = runPlugin()
    const part = { dispose: vi.fn() }
    const start = vi.fn(async () => part).mockRejectedValueOnce(new Error('offline'))
    const load = loadForPlugin(context, 'Sending', start)
    await expect(load()).rejects.toMatchObject({ code: 'LOAD_FAILED', parameters: { wallet: 'Sending' } })
    expect(await load()).toBe(part)
    end()
    expect(part.dispose).toHaveBeenCalledTimes(1)
  })
})
