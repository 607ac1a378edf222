import { AddressText } from '@latchkey/ui-react'
import { useAccount } from 'wagmi'

/** A line of the app's own about who is there. */
export function Person() {
  const { address, chain, isConnected } = useAccount()
  return (
    <p data-testid="own">
      {isConnected && address ? (
        <>
          <AddressText address={address} /> on {chain?.name}
        </>
      ) : (
        'Nobody yet'
      )}
    </p>
  )
}
