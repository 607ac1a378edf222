import { type BaseError, errorWords, type Network } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import {
  AddressText,
  Banner,
  Button,
  DetailList,
  Form,
  safeText,
  Spinner,
  TextField,
  useMessages,
  useTypedAddress,
  useWords,
  VisuallyHidden,
} from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { balancesMessages } from './messages.js'
import type { UseOwnTokensResult } from './useOwnTokens.js'

interface AddTokenProps {
  readonly own: UseOwnTokensResult
  readonly network: Network | undefined
  readonly networkName: string
}

interface Found {
  /** What was typed when it was found. */
  readonly text: string
  readonly token?: TokenReference
  readonly error?: BaseError
}

/** The field for an address, and the token that the chain has there. */
export function AddToken({ own, network, networkName }: AddTokenProps) {
  const messages = useMessages(balancesMessages)
  const say = useWords()
  const [text, setText] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [refused, setRefused] = useState<Found>()
  const { text: wanted, isAddress, isReading, elsewhere } = useTypedAddress(text, network?.id)
  const found = useFound(own, isAddress ? wanted : '')
  const current = found?.text === wanted ? found : undefined
  const isAdded = own.added.some(({ address }) => address === current?.token?.address)

  async function add(): Promise<void> {
    setAdding(true)
    setRefused(undefined)
    try {
      await own.add(wanted)
      setText('')
    } catch (cause) {
      setRefused({ text: wanted, error: cause as BaseError })
    } finally {
      setAdding(false)
    }
  }

  const fault = current?.error ?? (refused?.text === wanted ? refused.error : undefined)
  const error =
    wanted !== '' && !isAddress && !isReading
      ? (elsewhere ?? messages.notAnAddress({ network: networkName }))
      : fault && safeText(say(errorWords(fault)), 300)
  return (
    <Form onSubmit={() => void (current?.token && !isAdded && add())}>
      <TextField
        label={messages.tokenAddress}
        hint={messages.tokenAddressHint({ network: networkName })}
        value={text}
        error={error}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        data-testid="own-tokens-address"
        onChange={(event) => setText(event.target.value)}
        trailing={
          isAddress && !current ? (
            <span role="status">
              <Spinner />
              <VisuallyHidden>{messages.lookingUp}</VisuallyHidden>
            </span>
          ) : null
        }
      />
      {current?.token ? (
        <div className="lk-stack" data-gap="sm" data-testid="own-tokens-found">
          <FoundToken token={current.token} networkName={networkName} />
          {isAdded ? (
            <p className="lk-hint" role="status">
              {messages.alreadyAdded}
            </p>
          ) : (
            <>
              <Banner tone="warning" title={messages.anyoneCanMake}>
                {messages.compareAddress}
              </Banner>
              <Button type="submit" fullWidth loading={isAdding} data-testid="own-tokens-add">
                {messages.addToken}
              </Button>
            </>
          )}
        </div>
      ) : null}
    </Form>
  )
}

function FoundToken({
  token,
  networkName,
}: {
  readonly token: TokenReference
  readonly networkName: string
}) {
  const messages = useMessages(balancesMessages)
  const { symbol, name, address } = token
  return (
    <DetailList
      details={[
        ...(name === undefined ? [] : [{ label: messages.tokenName, value: safeText(name, 64) }]),
        { label: messages.tokenSymbol, value: safeText(symbol, 64) || messages.unnamed },
        { label: messages.tokenNetwork, value: networkName },
        { label: messages.tokenAddress, value: <AddressText address={address} full />, stacked: true },
      ]}
    />
  )
}

/** What the chain says of an address, for the last one that was typed. */
function useFound({ find }: UseOwnTokensResult, address: string): Found | undefined {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (address === '') return
    const over = new AbortController()
    find(address, over.signal).then(
      (token) => !over.signal.aborted && setFound({ text: address, token }),
      (error: BaseError) => !over.signal.aborted && setFound({ text: address, error }),
    )
    return () => over.abort()
  }, [address, find])
  return found
}
