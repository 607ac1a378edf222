// The real client libraries on both sides, over the local relay.
import { expect, it } from 'vitest'
import { newDevice, startBench } from '../../test/startBench.js'

it('ends quietly when both sides end the session at the same time', async () => {
  const unhandled: unknown[] = []
  const hear = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', hear)
  const bench = await startBench()
  try {
    const { relay, wallet } = bench
    const page = await bench.open(newDevice(), ['eip155'])
    await page.connect(wallet.pair)
    const [session] = wallet.sessions
    relay.setFaults({ delay: { milliseconds: 200 } })
    await Promise.all([page.session.disconnect(), wallet.disconnect(session?.topic ?? '')])
    await expect.poll(() => relay.stats().acknowledged[1112] ?? 0).toBe(2)
    expect(page.session.state.connections).toEqual([])
    expect(wallet.sessions).toEqual([])
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', hear)
    await bench.stop()
  }
})
