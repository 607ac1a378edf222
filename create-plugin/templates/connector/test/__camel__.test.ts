import { SignMessage } from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { afterEach, describe, expect, test } from 'vitest'
import { verifyMessage, type Hex } from 'viem'
import { testAddresses } from '../dev/createTestWallet.js'
import { startPage } from './startPage.js'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function open() {
  const page = startPage()
  stops.push(page.stop)
  await page.kernel.start()
  const session = page.kernel.get(Session)
  return { ...page, session, connect: () => session.connect({ connectorId: page.connector.id }) }
}

describe('__label__', () => {
  test('connects the test wallet, and signs with it', async () => {
    const { connect, kernel } = await open()
    await connect()
    const active = kernel.get(Wallets).active('eip155')
    const address = testAddresses[0] as Hex
    expect(active?.account.address).toBe(address)
    const signed = await active?.use(SignMessage)?.sign({ message: 'Hello' })
    await expect(
      verifyMessage({ address, message: 'Hello', signature: signed?.signature as Hex }),
    ).resolves.toBe(true)
  })

  test('follows the wallet: another account, locked, unlocked', async () => {
    const { connect, session, wallet } = await open()
    await connect()
    const address = () => session.activeAccount('eip155')?.address
    wallet.changeAccount()
    await expect.poll(address).toBe(testAddresses[1])
    wallet.lock()
    await expect.poll(address).toBeUndefined()
    wallet.unlock()
    await expect.poll(address).toBe(testAddresses[1])
    expect(wallet.state.prompts).toBe(1)
  })

  test('calls a person who says no a refusal', async () => {
    const { connect, wallet } = await open()
    wallet.behave('refuses')
    await expect(connect()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})
