// The hook on a page, over a wallet with real keys.
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { useAccount } from '@latchkey/ui-react'
import { drawHook } from '@latchkey/ui-react/testing'
import { Psbt } from 'bitcoinjs-lib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPsbt, isSigned } from '../../test/psbt.js'
import { bip122, bitcoinRegtest, SignPsbt } from '../index.js'
import * as entry from './index.js'
import { usePsbtSigner } from './usePsbtSigner.js'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const useBoth = () => ({ ...usePsbtSigner(), shown: useAccount({ namespace: 'bip122' }).address })

/** A wallet that says it signs no PSBTs. */
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const plain = fakeWallet({
  id: 'fake.plain',
  accounts: [fakeAccount(bitcoinRegtest.id, address)],
  networks: { bip122: bitcoinRegtest.id },
  provider: () => ({ name: 'Plain', provider: {} }),
  supports: ({ id }) => id !== SignPsbt.id,
  answers: { connect: 'approve', disconnect: 'approve' },
})

async function drawn() {
  const wallet = createBitcoinTestWallet()
  const kernel = createKernel(
    [
      bip122({ networks: [bitcoinRegtest], esploraUrls: { [bitcoinRegtest.id]: 'http://127.0.0.1:9' } }),
      definePlugin({
        id: 'test.wallet',
        kernel: '^1.0.0',
        setup: (context) => void context.add(Connector, plain.connector),
      }),
    ],
    { storage: memoryStorage(), logLevel: 'silent' },
  )
  const { seen, now, unmount } = drawHook(kernel, useBoth)
  stops.push(wallet.register(), unmount, () => kernel.dispose())
  await kernel.start()
  await vi.waitFor(() => expect(kernel.list(Connector)).toHaveLength(2))
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
  const until = (holds: (value: ReturnType<typeof useBoth>) => void) => vi.waitFor(() => holds(now()), 20_000)
  return { kernel, wallet, seen, until, now }
}

const connect = (kernel: Kernel, isPlain = false) => {
  const found = kernel.list(Connector).find(({ id }) => (id === 'fake.plain') === isPlain)
  return kernel.get(Session).connect({ connectorId: found!.id })
}

it('exports these names and no others', () => {
  expect(Object.keys(entry)).toEqual(['usePsbtSigner'])
})

describe('usePsbtSigner', () => {
  it('signs with the connected account, on its network', async () => {
    const { kernel, now, until } = await drawn()
    expect(now()).toMatchObject({ status: 'disconnected', signer: undefined, error: undefined })
    await connect(kernel)
    await until(({ status }) => expect(status).toBe('success'))
    const { signer, shown } = now()
    expect(signer).toMatchObject({ address: shown, networkId: bitcoinRegtest.id })
    const signed = await signer!.sign({ psbt: createPsbt(shown!).toBase64() })
    expect(signed.complete).toBe(true)
    expect(isSigned(Psbt.fromBase64(signed.psbt))).toBe(true)
  })

  it('is never the signer of another account than the one that is shown', async () => {
    const { kernel, wallet, seen, until, now } = await drawn()
    await connect(kernel)
    await until(({ signer }) => expect(signer).toBeDefined())
    const before = now().signer!
    const other = wallet.accounts.find(({ payment }) => payment !== before.address)!.payment
    wallet.control.switchAccount(other)
    await until(({ signer }) => expect(signer?.address).toBe(other))
    await kernel.get(Session).disconnect()
    await until(({ status }) => expect(status).toBe('disconnected'))
    expect(seen.filter(({ signer, shown }) => signer && signer.address !== shown)).toEqual([])
    await expect(before.sign({ psbt: createPsbt(before.address).toBase64() })).rejects.toMatchObject({
      code: 'CONNECTION_NOT_FOUND',
    })
  })

  it('says that the wallet signs no PSBTs', async () => {
    const { kernel, now, until } = await drawn()
    await connect(kernel, true)
    await until(({ shown }) => expect(shown).toBe(address))
    expect(now()).toMatchObject({ status: 'error', signer: undefined, error: { code: 'CAPABILITY_REFUSED' } })
  })
})
