import type { IWalletKit } from '@reown/walletkit'
import type { SessionTypes } from '@walletconnect/types'
import type { SelectedAccounts } from './approvedNamespaces.js'
import { accountsOf } from './approvedNamespaces.js'
import type { Signer } from './signers/signer.js'
import { WalletError } from './walletError.js'

export interface SessionControls {
  switchChain(topic: string, chainId: string): Promise<void>
  showAccounts(topic: string, namespace: string): Promise<void>
  update(topic: string, namespaces: SessionTypes.Namespaces): Promise<void>
  expire(topic: string): Promise<void>
}

export interface SessionControlsOptions {
  readonly kit: IWalletKit
  readonly signers: readonly Signer[]
  selectedAccounts(): SelectedAccounts
}

/** What a wallet does to a session on its own account. */
export function createSessionControls(options: SessionControlsOptions): SessionControls {
  const { kit, signers, selectedAccounts } = options

  function sessionOf(topic: string): SessionTypes.Struct {
    const session = kit.getActiveSessions()[topic]
    if (!session) throw new WalletError(7001, `The wallet has no session "${topic}".`)
    return session
  }

  function signerOf(namespace: string): Signer {
    const signer = signers.find((held) => held.namespace === namespace)
    if (!signer) throw new WalletError(5104, `The wallet holds no keys for "${namespace}".`)
    return signer
  }

  async function update(topic: string, namespaces: SessionTypes.Namespaces): Promise<void> {
    const { acknowledged } = await kit.updateSession({ topic, namespaces })
    await acknowledged()
  }

  function chainsOf(namespace: SessionTypes.Namespace): string[] {
    const fromAccounts = namespace.accounts.map((account) => account.split(':').slice(0, 2).join(':'))
    return [...new Set([...(namespace.chains ?? []), ...fromAccounts])]
  }

  async function setChains(topic: string, namespace: string, chains: readonly string[]): Promise<void> {
    const { namespaces } = sessionOf(topic)
    const signer = signerOf(namespace)
    const current = namespaces[namespace] ?? { methods: [...signer.methods], events: [...signer.events] }
    const accounts = accountsOf(signer, chains, selectedAccounts())
    await update(topic, { ...namespaces, [namespace]: { ...current, chains: [...chains], accounts } })
  }

  return {
    update,
    async switchChain(topic, chainId) {
      const [namespace = '', reference = ''] = chainId.split(':')
      const granted = sessionOf(topic).namespaces[namespace]
      const chains = granted ? chainsOf(granted) : []
      if (!signerOf(namespace).chains.includes(chainId)) {
        throw new WalletError(4902, `The wallet does not know the network "${chainId}".`)
      }
      if (!chains.includes(chainId)) await setChains(topic, namespace, [...chains, chainId])
      const data = namespace === 'eip155' ? Number(reference) : chainId
      await kit.emitSessionEvent({ topic, event: { name: 'chainChanged', data }, chainId })
    },
    async showAccounts(topic, namespace) {
      const granted = sessionOf(topic).namespaces[namespace]
      if (!granted) throw new WalletError(5104, `The session does not hold "${namespace}".`)
      const chains = chainsOf(granted)
      await setChains(topic, namespace, chains)
      const [chainId = ''] = chains
      const data = accountsOf(signerOf(namespace), chains, selectedAccounts())
      await kit.emitSessionEvent({ topic, event: { name: 'accountsChanged', data }, chainId })
    },
    async expire(topic) {
      sessionOf(topic)
      const gone = new Promise<void>((resolve) => {
        kit.engine.signClient.events.once('session_expire', () => resolve())
      })
      // An expiry in the past makes the library end the session through its own path.
      kit.core.expirer.set(topic, 0)
      await gone
    },
  }
}
