import { EvmCalls } from '@latchkey/plugin-eip155'
import { useSendCalls, useWaitForTransaction } from '@latchkey/ui-react'
import { useState } from 'react'

interface WrittenCall {
  readonly to: string
  readonly data?: `0x${string}`
  readonly value?: string
}

/** Any calls of the EVM wallet, written as JSON, with everything that is told about them. */
export function CallsForm() {
  const { run, state } = useSendCalls(EvmCalls)
  const [steps, setSteps] = useState<readonly string[]>([])
  const decision = useWaitForTransaction(state.data)

  function send(values: FormData): void {
    const written = JSON.parse(String(values.get('calls'))) as readonly WrittenCall[]
    const calls = written.map(({ value, ...call }) => (value ? { ...call, value: BigInt(value) } : call))
    setSteps([])
    void run({
      calls,
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
      <button type="submit" data-testid="send-calls">
        Send calls
      </button>
      <p data-testid="calls-steps">{steps.join(', ')}</p>
      <p data-testid="calls-error">{state.error && `${state.error.code}: ${state.error.shortMessage}`}</p>
      <p data-testid="calls-decision">
        {decision.data && `${decision.data.status} ${decision.data.transactions?.length}`}
      </p>
    </form>
  )
}
