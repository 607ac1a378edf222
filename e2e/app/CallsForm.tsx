import type { Amount, CallsKey, PreparedCalls } from '@latchkey/kernel/contracts'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { BitcoinCalls } from '@latchkey/plugin-bip122'
import { EvmCalls } from '@latchkey/plugin-eip155'
import { PolkadotCalls } from '@latchkey/plugin-polkadot'
import { SolanaCalls } from '@latchkey/plugin-solana'
import { useCapability, useSendCalls, useWaitForTransaction } from '@latchkey/ui-react'
import { useState } from 'react'

const keys: Readonly<Record<NamespaceId, CallsKey<never>>> = {
  eip155: EvmCalls,
  solana: SolanaCalls,
  bip122: BitcoinCalls,
  polkadot: PolkadotCalls,
} as never

/** JSON with amounts as `"12n"` and bytes as `"bytes:0a0b"`. */
function readCalls(text: string): readonly never[] {
  const revive = (_: string, value: unknown) => {
    if (typeof value !== 'string') return value
    if (/^-?\d+n$/.test(value)) return BigInt(value.slice(0, -1))
    const hex = /^bytes:((?:[0-9a-f]{2})*)$/.exec(value)?.[1]
    return hex === undefined
      ? value
      : Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  }
  return JSON.parse(text, revive) as never[]
}

const written = ({ value, symbol }: Amount) => `${value} ${symbol}`
const describe = ({ changes, fee }: PreparedCalls) =>
  `${changes ? changes.map(({ amount }) => written(amount)).join(', ') || 'nothing' : 'unknown'}; fee ${written(fee)}`

/** Any calls of the wallet, written as JSON, with everything that is told about them. */
export function CallsForm({ namespace }: { readonly namespace: NamespaceId }) {
  const key = keys[namespace]
  return key ? <CallsFields key={namespace} calls={key} /> : null
}

function CallsFields({ calls: token }: { readonly calls: CallsKey<never> }) {
  const { run, state } = useSendCalls(token)
  const capability = useCapability(token, token)
  const [steps, setSteps] = useState<readonly string[]>([])
  const [preview, setPreview] = useState('')
  const decision = useWaitForTransaction(state.data)

  async function show(form: HTMLFormElement): Promise<void> {
    setPreview('…')
    const calls = readCalls(String(new FormData(form).get('calls')))
    setPreview(
      await capability()
        .prepare({ calls })
        .then(describe, (error: { readonly code?: string }) => `failed ${error.code}`),
    )
  }

  function send(values: FormData): void {
    setSteps([])
    void run({
      calls: readCalls(String(values.get('calls'))),
      upgrade: values.get('upgrade') !== null,
      onStep: ({ index, status }) => setSteps((before) => [...before, `${index} ${status}`]),
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <textarea name="calls" aria-label="Calls" data-testid="calls" />
      <input type="checkbox" name="upgrade" aria-label="Upgrade the account" data-testid="calls-upgrade" />
      <button
        type="button"
        data-testid="preview-calls"
        onClick={({ currentTarget }) => void show(currentTarget.form as HTMLFormElement)}
      >
        Preview calls
      </button>
      <button type="submit" data-testid="send-calls">
        Send calls
      </button>
      <p data-testid="calls-preview">{preview}</p>
      <p data-testid="calls-steps">{steps.join(', ')}</p>
      <p data-testid="calls-error">{state.error && `${state.error.code}: ${state.error.shortMessage}`}</p>
      <p data-testid="calls-decision">
        {decision.data && `${decision.data.status} ${decision.data.transactions?.length}`}
      </p>
      <p data-testid="calls-reason">{decision.data?.reason}</p>
    </form>
  )
}
