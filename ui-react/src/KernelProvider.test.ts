import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Session } from '@latchkey/kernel/plugin'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AccountButton } from './buttons/AccountButton.js'
import { ConnectButton } from './buttons/ConnectButton.js'
import { NetworkButton } from './buttons/NetworkButton.js'
import { KernelProvider } from './KernelProvider.js'
import { ModalView } from './ModalView.js'

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
