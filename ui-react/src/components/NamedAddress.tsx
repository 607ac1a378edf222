import type { NamespaceId, NetworkId } from '@latchkey/kernel/plugin'
import { useAddressNames } from '../hooks/useAddressNames.js'
import { safeText } from '../utils/safeText.js'
import { AddressText, type AddressTextProps } from './AddressText.js'
import { VisuallyHidden } from './VisuallyHidden.js'

export interface NamedAddressProps extends AddressTextProps {
  /** Where the address is of. */
  readonly network: NetworkId | NamespaceId
}

/**
 * The address of somebody, by the name that the person gave it (`AddressNames`), or as `AddressText` shows it. With `full` the
 * name stands before the whole address: use that wherever money is about to move. Else the address is in the tooltip, and
 * read out.
 */
export function NamedAddress({ network, ...rest }: NamedAddressProps) {
  const name = useAddressNames().nameOf(network, rest.address)
  if (name === undefined) return <AddressText {...rest} />
  if (rest.full) {
    return (
      <>
        <bdi data-testid="lk-address-name">{name}</bdi>
        <AddressText {...rest} />
      </>
    )
  }
  const address = safeText(rest.address, 256)
  return (
    <span title={address}>
      <bdi data-testid="lk-address-name">{name}</bdi>
      <VisuallyHidden>
        {' '}
        <span dir="ltr" translate="no">
          {address}
        </span>
      </VisuallyHidden>
    </span>
  )
}
