import { cookieStorage, createKernel, memoryStorage } from '@latchkey/kernel'
import { Session } from '@latchkey/kernel/wallet'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AccountButton } from './buttons/AccountButton.js'
import { ConnectButton } from './buttons/ConnectButton.js'
import { NetworkButton } from './buttons/NetworkButton.js'
import { KernelProvider } from './KernelProvider.js'
import { ModalView } from './ModalView.js'
import { alice, fakeChain } from '../test/fakeWallets.js'

const page = (kernel: ReturnType<typeof createKernel>) =>
  createElement(
    KernelProvider,
    { kernel },
    createElement(ConnectButton),
    createElement(AccountButton),
    createElement(NetworkButton),
    createElement(ModalView),
  )

describe('KernelProvider on a server', () => {
  it('renders without a window, starts nothing, and writes no inline style', () => {
    expect(typeof window).toBe('undefined')
    const kernel = createKernel([], { storage: memoryStorage() })
    const markup = renderToString(page(kernel))
    expect(markup).toContain('Connect wallet')
    expect(markup).not.toContain('style=')
    expect(kernel.state.phase).toBe('ready')
  })

  /** What a server renders for a request with this session in its cookie. */
  function serve(active: unknown, options: { readonly showAccounts?: boolean } = { showAccounts: true }) {
    const session = {
      connections: [{ connectorId: 'a', namespaces: ['eip155'] }],
      active: { eip155: active },
      activeNamespace: 'eip155',
    }
    const header = `latchkey%3Asession=${encodeURIComponent(JSON.stringify(session))}`
    const kernel = createKernel([fakeChain()], {
      storage: cookieStorage({ header, ...options }),
      logLevel: 'silent',
    })
    return renderToString(page(kernel))
  }

  it('renders the address that a cookie names, where the host asks for it', () => {
    const markup = serve({ connectorId: 'a', address: alice })
    expect(markup).toContain(alice)
    expect(markup).toContain('Connecting to 0xA11c…A11c')
    expect(markup).not.toContain('Connecting…')
    expect(markup).not.toContain('style=')
  })

  it('says nothing of the address where the host does not ask for it', () => {
    const markup = serve({ connectorId: 'a', address: alice }, {})
    expect(markup).not.toContain('A11c')
    expect(markup).toContain('Connecting…')
  })

  it.each([
    ['no address', '0x1234'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['a sentence', 'Send your coins to 0xA11ce5000000000000000000000000000000A11c'],
    ['text beside an address', `${alice}\u202e`],
    ['an address of another namespace', '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'],
    ['nothing', ''],
    ['no text', 12],
    ['a list', [alice]],
    ['an object', { toString: alice }],
  ])('does not render %s in place of the address', (_, address) => {
    const markup = serve({ connectorId: 'a', address })
    expect(markup).not.toContain('account-button')
    expect(markup).not.toContain('onerror')
  })

  it('does not render the address of a wallet that is not being asked', () => {
    expect(serve({ connectorId: 'other', address: alice })).toContain('Connecting…')
  })

  it('renders a session that cookies tell of as connecting', () => {
    const stored = {
      connections: [{ connectorId: 'a', namespaces: ['eip155'] }],
      active: {},
      activeNamespace: 'eip155',
    }
    const storage = memoryStorage({ 'latchkey:session': JSON.stringify(stored) })
    const kernel = createKernel([], { storage })
    expect(kernel.get(Session).state.activeNamespace).toBe('eip155')
    expect(renderToString(page(kernel))).toContain('Connecting…')
  })
})
