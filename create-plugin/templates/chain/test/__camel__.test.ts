import { Send } from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { afterEach, describe, expect, test } from 'vitest'
import { other, own, startPage } from './startPage.js'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function open() {
  const page = await startPage()
  stops.push(page.stop)
  await page.kernel.start()
  return { ...page, session: page.kernel.get(Session) }
}

async function connected() {
  const page = await open()
  await page.session.connect({ connectorId: page.connector.id })
  const active = page.kernel.get(Wallets).active('__id__')
  if (!active) throw new Error('No wallet is active.')
  return { ...page, active }
}

describe('__label__', () => {
  test('connects the test wallet, pays with it, and the chain says so', async () => {
    const { active, ledger } = await connected()
    expect(active.account.address).toBe(own)
    const prepared = await active.use(Send)?.prepare({ to: other, amount: 100n })
    expect(prepared?.fee).toMatchObject({ value: 10n, symbol: '__symbol__' })
    const submitted = await prepared?.submit()
    await expect(submitted?.wait()).resolves.toEqual({ status: 'confirmed' })
    expect(ledger.account(own).balance).toBe('890')
    expect(ledger.account(other).balance).toBe('1100')
  })

  test('says that the wallet sent something else', async () => {
    const { active, wallet } = await connected()
    const prepared = await active.use(Send)?.prepare({ to: other, amount: 100n })
    wallet.next(() =>
      wallet.provider.send({ networkId: '__id__:localnet', from: own, to: other, amount: '1' }),
    )
    const submitted = await prepared?.submit()
    await expect(submitted?.wait()).resolves.toEqual({ status: 'failed', outcome: 'different' })
  })

  test('follows the wallet: another account, locked, unlocked', async () => {
    const { session, wallet } = await connected()
    const address = () => session.activeAccount('__id__')?.address
    wallet.changeAccount()
    await expect.poll(address).toBe(other)
    wallet.lock()
    await expect.poll(address).toBeUndefined()
    wallet.unlock()
    await expect.poll(address).toBe(other)
    expect(wallet.state.prompts).toBe(1)
  })

  test('calls a person who says no a refusal, of the connection and of a payment', async () => {
    const { session, wallet, connector, kernel, ledger } = await open()
    const connect = () => session.connect({ connectorId: connector.id })
    wallet.behave('refuses')
    await expect(connect()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallet.behave('approves')
    await connect()
    wallet.behave('refuses')
    const prepared = await kernel
      .get(Wallets)
      .active('__id__')
      ?.use(Send)
      ?.prepare({ to: other, amount: 100n })
    await expect(prepared?.submit()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(ledger.account(own).balance).toBe('1000')
  })

  test('refuses what can’t work before the wallet is asked', async () => {
    const { active, wallet } = await connected()
    const send = active.use(Send)
    await expect(send?.prepare({ to: 'nobody', amount: 1n })).rejects.toMatchObject({
      code: 'ADDRESS_INVALID',
    })
    await expect(send?.prepare({ to: other, amount: 0n })).rejects.toMatchObject({ code: 'AMOUNT_INVALID' })
    await expect(send?.prepare({ to: other, amount: 991n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
    expect(wallet.state.prompts).toBe(1)
  })
})
