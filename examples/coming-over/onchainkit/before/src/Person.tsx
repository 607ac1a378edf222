import { Address } from '@coinbase/onchainkit/identity'
import { useAccount } from 'wagmi'

/** A line of the app's own about who is there. */
export function Person() {
  const { address, chain, isConnected } = useAccount()
  return (
    <p data-testid="own">
      {isConnected && address ? (
        <>
          <Address address={address} hasCopyAddressOnClick={false} /> on {chain?.name}
        </>
      ) : (
        'Nobody yet'
      )}
    </p>
  )
}
