import { Navigation, ProfileWalletsRoute, Session, spanningId } from '@latchkey/kernel/wallet'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, clickTestId, dialog, findTestId, findView, until } from '../../test/page.js'
import { ConnectButton } from '../buttons/ConnectButton.js'

afterEach(unmountAll)

function stage() {
  const wallets = [
    fakeWallet('evm.river', { name: 'River' }),
    fakeWallet('sol.river', { name: 'River', namespaces: ['solana'] }),
  ] as const
  const kernel = testKernel([fakeChain({ wallets, solana: true })])
  mountShell(kernel, <ConnectButton />)
  return {
    wallets,
    kernel,
    session: kernel.get(Session),
    id: spanningId([{ id: 'evm.river' }, { id: 'sol.river' }]),
  }
}

async function choose() {
  await clickTestId('connect-button')
  await clickTestId('wallet-selector-evm.river')
  return findView('ConnectingMultiChain')
}

describe('a wallet that spans chains', () => {
  it('is one row, and connecting all of it is one connection', async () => {
    const { session, wallets, id } = stage()
    await clickTestId('connect-button')
    await findTestId('wallet-selector-evm.river')
    expect(byTestId('wallet-selector-sol.river')).toBeNull()
    await clickTestId('wallet-selector-evm.river')
    await clickTestId('lk-connect-all')
    await until(() => session.state.connections.length === 1)
    expect(session.state.connections[0]).toMatchObject({ id, namespaces: ['eip155', 'solana'] })
    expect(wallets.map((wallet) => wallet.requests.map(({ namespaces }) => namespaces))).toEqual([
      [['eip155']],
      [['solana']],
    ])
    await until(() => !dialog()?.open)
  })

  it('connects one chain when that is what was chosen', async () => {
    const { session, wallets } = stage()
    await choose()
    await clickTestId('lk-namespace-solana')
    await until(() => session.state.connections.length === 1)
    expect(session.state.connections[0]).toMatchObject({ id: 'sol.river', namespaces: ['solana'] })
    expect(wallets[0].requests).toEqual([])
  })

  it('tells of a refusal of one part, and tries all of them again', async () => {
    const { session, wallets, id } = stage()
    wallets[1].answer = 'reject'
    await choose()
    await clickTestId('lk-connect-all')
    await findTestId('lk-connecting-retry')
    expect(session.state.connections).toEqual([])
    wallets[1].answer = 'approve'
    await clickTestId('lk-connecting-retry')
    await until(() => session.state.connections.length === 1)
    expect(session.state.connections[0]?.id).toBe(id)
  })

  it('keeps the part that opened when another one fails, and names what is missing', async () => {
    const { session, wallets } = stage()
    wallets[1].answer = 'fail'
    await choose()
    await clickTestId('lk-connect-all')
    const missing = /River.* is connected, but not on .*Solana/
    const told = () => missing.test(document.querySelector('.lk-toast')?.textContent ?? '')
    await until(told)
    // The modal closes once the wallet is connected; what is missing has to be read all the same.
    await until(() => !dialog()?.open && told())
    expect(session.state.connections[0]?.namespaces).toEqual(['eip155'])
  })

  it('is one card among the wallets, ended by one press, and offered again', async () => {
    const { session, kernel, id } = stage()
    await kernel.start()
    await session.connect({ connectorId: id })
    kernel.get(Navigation).open(ProfileWalletsRoute)
    await findTestId(`lk-wallet-${id}`)
    expect(document.querySelectorAll('[data-testid^="lk-wallet-"]')).toHaveLength(1)
    await clickTestId(`lk-disconnect-${id}`)
    await until(() => session.state.connections.length === 0 && !dialog()?.open)
    kernel.get(Navigation).open(ProfileWalletsRoute)
    await clickTestId(`lk-recent-${id}`)
    await until(() => session.state.connections[0]?.id === id)
  })
})
