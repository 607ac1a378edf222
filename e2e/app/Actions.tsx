import { messageOf, type NamespaceId } from '@latchkey/kernel/plugin'
import { namespaceOf, Send, SignMessage } from '@latchkey/kernel/contracts'
import { tellSettled } from '@latchkey/kernel/transaction'
import { SignTypedData } from '@latchkey/plugin-eip155'
import { useAccount, useBalance, useDisconnect, useKernel, useWallet } from '@latchkey/ui-react'
import { useState } from 'react'
import { CallsForm } from './CallsForm.js'
import { SendForm, type SendFormValues } from './SendForm.js'

/** What a host would do with the connection, with every result where a test can read it. */
export function Actions({ namespace }: { readonly namespace?: NamespaceId }) {
  const only = namespace === undefined ? {} : { namespace }
  const account = useAccount(only)
  const { network, networkId } = account
  const balance = useBalance(only)
  const { disconnect } = useDisconnect()
  const { events } = useKernel()
  const wallet = useWallet(only)
  const [result, setResult] = useState('')

  async function report(action: () => Promise<string>): Promise<void> {
    setResult('…')
    try {
      setResult(await action())
    } catch (error) {
      setResult(`${(error as { code?: string }).code ?? 'ERROR'}: ${messageOf(error)}`)
    }
  }

  async function signMessage(): Promise<string> {
    const signed = await wallet?.use(SignMessage)?.sign({ message: 'Hello, Latchkey' })
    return signed?.signature ?? 'no capability'
  }

  async function signTypedData(): Promise<string> {
    const chainId = Number(wallet?.networkId.split(':')[1])
    const signed = await wallet?.use(SignTypedData)?.sign({
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
    const prepared = await wallet?.use(Send)?.prepare({ to, amount, ...(token ? { token } : {}) })
    if (!wallet || !prepared) return 'no capability'
    const sent = await prepared.submit()
    setResult(`submitted ${sent.id}`)
    const { networkId, account } = wallet
    const record = {
      ...{ id: sent.id, networkId, operation: 'send' },
      status: 'pending',
      transfers: [],
    } as const
    // As a host does that sends by itself: what shows balances reads again.
    const decision = await sent.wait()
    balance.refresh()
    tellSettled(events, { address: account.address, record }, decision)
    return `${decision.status} ${sent.id}`
  }

  return (
    <section>
      <p data-testid="status">{account.status}</p>
      <p data-testid="address">{account.address}</p>
      <p data-testid="network">{networkId}</p>
      <p data-testid="network-status">{network ? 'supported' : networkId ? 'unsupported' : 'none'}</p>
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
      {account.accountId && <CallsForm namespace={namespaceOf(account.accountId)} />}
      <button type="button" data-testid="disconnect" onClick={() => void disconnect(only)}>
        Disconnect
      </button>
    </section>
  )
}
