import { plainWords, Send, SignMessage } from '@latchkey/kernel/contracts'
import { messageOf, Namespace, type NamespaceContribution, type NamespaceId } from '@latchkey/kernel/plugin'
import { SignTypedData } from '@latchkey/plugin-eip155'
import { AmountText, useAccount, useBalance, useContributions, useWallet } from '@latchkey/ui-react'
import { useState } from 'react'
import { funded, getCoins } from './getCoins.js'

type Result = { readonly kind: 'none' | 'busy' } | { readonly kind: 'done' | 'failed'; readonly text: string }

/** One panel for each chain a wallet is connected on. */
export function ChainPanels({ hasFaucet }: { readonly hasFaucet: boolean }) {
  return useContributions(Namespace).map((namespace) => (
    <ChainPanel key={namespace.id} contribution={namespace} hasFaucet={hasFaucet} />
  ))
}

/** Everything an app can ask of a wallet on one chain, by capability: the panel knows no chain. */
function ChainPanel({
  contribution,
  hasFaucet,
}: {
  readonly contribution: NamespaceContribution
  readonly hasFaucet: boolean
}) {
  const namespace = contribution.id
  const account = useAccount({ namespace })
  const balance = useBalance({ namespace })
  const actions = useActions(namespace, hasFaucet)
  const [result, setResult] = useState<Result>({ kind: 'none' })
  if (account.status !== 'connected') return null

  async function show(action: () => Promise<string>): Promise<void> {
    setResult({ kind: 'busy' })
    try {
      setResult({ kind: 'done', text: await action() })
    } catch (error) {
      setResult({ kind: 'failed', text: messageOf(error) })
    }
  }

  return (
    <section
      className="card chain"
      aria-label={plainWords(contribution.label)}
      data-testid={`chain-${namespace}`}
    >
      <h2>{plainWords(contribution.label)}</h2>
      <dl>
        <div>
          <dt>Account</dt>
          <dd className="mono">{account.address}</dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd>{account.network?.name ?? account.networkId}</dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd>{balance.amount ? <AmountText {...balance.amount} /> : '…'}</dd>
        </div>
      </dl>
      <div className="buttons">
        {actions.map(({ label, run }) => (
          <button key={label} type="button" onClick={() => void show(run)}>
            {label}
          </button>
        ))}
      </div>
      <output className={`result ${result.kind}`}>
        {result.kind === 'busy' ? 'Waiting for the wallet …' : 'text' in result ? result.text : ''}
      </output>
    </section>
  )
}

interface Action {
  readonly label: string
  run(): Promise<string>
}

function useActions(namespace: NamespaceId, hasFaucet: boolean): readonly Action[] {
  const wallet = useWallet({ namespace })
  const balance = useBalance({ namespace })
  const message = wallet?.use(SignMessage)
  const typedData = wallet?.use(SignTypedData)
  const send = wallet?.use(Send)
  return [
    wallet &&
      hasFaucet &&
      funded.includes(namespace) && {
        label: 'Get coins',
        async run() {
          const text = await getCoins(namespace, wallet.account.address)
          balance.refresh()
          return text
        },
      },
    message && {
      label: 'Sign a message',
      run: async () => (await message.sign({ message: 'Hello from the playground' })).signature,
    },
    typedData && {
      label: 'Sign typed data',
      async run() {
        const chainId = Number(wallet?.networkId.split(':')[1])
        const signed = await typedData.sign({
          typedData: {
            domain: { name: 'Latchkey playground', version: '1', chainId },
            types: { Greeting: [{ name: 'text', type: 'string' }] },
            primaryType: 'Greeting',
            message: { text: 'Hello' },
          },
        })
        return signed.signature
      },
    },
    wallet &&
      send && {
        label: 'Send yourself 0.01',
        async run() {
          const unit = 10n ** BigInt(balance.amount?.decimals ?? 8)
          const prepared = await send.prepare({ to: wallet.account.address, amount: unit / 100n })
          const sent = await prepared.submit()
          const { status, reason } = await sent.wait()
          return `${status}${reason ? `: ${reason}` : ''} · ${sent.id}`
        },
      },
  ].filter((action): action is Action => typeof action === 'object')
}
