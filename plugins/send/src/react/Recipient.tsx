import type { NetworkId } from '@latchkey/kernel/plugin'
import { NamedAddress, safeText, useAddressNames } from '@latchkey/ui-react'

export interface RecipientProps {
  readonly networkId: NetworkId
  readonly address: string
  readonly name?: string | undefined
}

/** Shows who got it. The name that was typed stays: by it the person knows whom they paid. */
export function Recipient({ networkId, address, name }: RecipientProps) {
  const { nameOf } = useAddressNames()
  const isTyped = name !== undefined && nameOf(networkId, address) === undefined
  return (
    <>
      {isTyped ? <bdi>{safeText(name, 255)} </bdi> : null}
      <NamedAddress network={networkId} address={address} />
    </>
  )
}
