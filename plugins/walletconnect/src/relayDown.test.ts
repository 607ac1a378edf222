// The real client libraries on both sides, over the local relay.
import { type Hex, verifyMessage } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { type Bench, startBench } from '../test/startBench.js'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})

async function started(options?: Parameters<typeof startBench>[0]): Promise<Bench> {
  bench = await startBench(options)
  return bench
}

async function expectSignature(page: Awaited<ReturnType<Bench['open']>>): Promise<void> {
  const { address, signature } = await page.sign('eip155', 'hi')
  expect(await verifyMessage({ address: address as Hex, message: 'hi', signature: signature as Hex })).toBe(
    true,
  )
}

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

describe('a relay that is down', () => {
  it('is said with a code and what to do, and heals', async () => {
    const { open, wallet, relay } = await started()
    const page = await open()
    await relay.pause()
    const failure = await page.connect().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'RELAY_UNREACHABLE' })
    expect((failure as Error).message).toContain('Check the internet connection and try again')
    await relay.resume()
    await page.connect(wallet.pair)
    await expectSignature(page)
  })

  it('is noticed while the code is shown', async () => {
    const { open, relay } = await started()
    const page = await open()
    const shown = deferred()
    const attempt = page.connect(() => shown.resolve())
    await shown.promise
    await relay.pause()
    await expect(attempt).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
  })
})
