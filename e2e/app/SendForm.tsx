import type { TokenReference } from '@latchkey/kernel/contracts'

export interface SendFormValues {
  readonly to: string
  readonly amount: bigint
  readonly token: TokenReference | undefined
}

/** A receiver, an amount in the smallest unit and, as JSON, a token. */
export function SendForm({ onSend }: { onSend(values: SendFormValues): void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const values = new FormData(event.currentTarget)
        const token = String(values.get('token'))
        onSend({
          to: String(values.get('to')),
          amount: BigInt(String(values.get('amount'))),
          token: token ? (JSON.parse(token) as TokenReference) : undefined,
        })
      }}
    >
      <input name="to" aria-label="Receiver" data-testid="send-to" />
      <input name="amount" aria-label="Amount" data-testid="send-amount" />
      <input name="token" aria-label="Token" data-testid="send-token" />
      <button type="submit" data-testid="send">
        Send
      </button>
    </form>
  )
}
