import {
  findCapability,
  messageOf,
  Namespace,
  namespaceOf,
  Networks,
  Send,
  Session,
  SignMessage,
  type NamespaceId,
  TransactionSettled,
} from '@latchkey/kernel/plugin'
import { SignTypedData } from '@latchkey/plugin-eip155'
import {
  useAccount,
  useBalance,
  useContributions,
  useDisconnect,
  useKernel,
  useNetwork,
  useService,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { SendForm, type SendFormValues } from './SendForm.js'

/** What a host would do with the connection, with every result where a test can read it. */
export function Actions({ namespace }: { readonly namespace?: NamespaceId }) {
  const only = namespace === undefined ? {} : { namespace }
  const account = useAccount(only)
  const network = useNetwork(only)
  const balance = useBalance(only)
  const { disconnect } = useDisconnect()
  const { events } = useKernel()
  const session = useService(Session)
  const networks = useService(Networks)
  const namespaces = useContributions(Namespace)
  const [result, setResult] = useState('')

  const capabilities = namespaces.find((candidate) => candidate.id === account.namespace)?.capabilities ?? []

  async function report(action: () => Promise<string>): Promise<void> {
    setResult('…')
    try {
      setResult(await action())
    } catch (error) {
      setResult(`${(error as { code?: string }).code ?? 'ERROR'}: ${messageOf(error)}`)
    }
  }

  function signer() {
    const active = networks.active(account.namespace)
    if (account.status !== 'connected' || !active) throw new Error('Not connected')
    const provider = session.connection(account.connection.id)?.provider(account.namespace)
    return { account: account.account, networkId: active.id, provider }
  }

  async function signMessage(): Promise<string> {
    const signed = await findCapability(capabilities, SignMessage)?.sign({
      ...signer(),
      message: 'Hello, Latchkey',
    })
    return signed?.signature ?? 'no capability'
  }

  async function signTypedData(): Promise<string> {
    const { networkId, ...rest } = signer()
    const chainId = Number(networkId.split(':')[1])
    const signed = await findCapability(capabilities, SignTypedData)?.sign({
      ...rest,
      networkId,
      typedData: {
        domain: { name: 'Latchkey', version: '1', chainId },
        types: { Greeting: [{ name: 'text', type: 'string' }] },
        primaryType: 'Greeting',
        message: { text: 'Hello' },
      },
    })
    return signed?.signature ?? 'no capability'
  }

  async function send({ to, amount, token }: SendFormValues): Promise<string> {
    const { account: from, networkId, provider } = signer()
    const prepared = await findCapability(capabilities, Send)?.prepare({
      networkId,
      from,
      to,
      amount,
      provider,
      ...(token ? { token } : {}),
    })
    if (!prepared) return 'no capability'
    const sent = await prepared.submit()
    setResult(`submitted ${sent.id}`)
    const { status } = await sent.wait()
    balance.refresh()
    // As a host does that sends by itself: whoever shows balances reads again.
    events.emit(TransactionSettled, {
      address: from.address,
      record: { id: sent.id, networkId, operation: 'send', status, transfers: [] },
    })
    return `${status} ${sent.id}`
  }

  return (
    <section>
      <p data-testid="status">{account.status}</p>
      <p data-testid="address">{account.address}</p>
      <p data-testid="network">{network.networkId}</p>
      <p data-testid="network-status">{network.status}</p>
      <p data-testid="balance">{balance.amount ? `${balance.amount.value} ${balance.amount.symbol}` : ''}</p>
      <p data-testid="balance-status">{balance.status}</p>
      <p data-testid="namespace">{account.accountId ? namespaceOf(account.accountId) : ''}</p>
      <pre data-testid="result">{result}</pre>
      <button type="button" data-testid="sign-message" onClick={() => report(signMessage)}>
        Sign message
      </button>
      <button type="button" data-testid="sign-typed-data" onClick={() => report(signTypedData)}>
        Sign typed data
      </button>
      <SendForm onSend={(values) => report(() => send(values))} />
      <button type="button" data-testid="disconnect" onClick={() => void disconnect(only)}>
        Disconnect
      </button>
    </section>
  )
}
