import { groupAddress } from '../utils/groupAddress.js'
import { safeText } from '../utils/safeText.js'
import { truncateAddress } from '@latchkey/kernel/contracts'

export interface AddressTextProps {
  readonly address: string
  /** Characters kept at the start. Default 6. */
  readonly start?: number | undefined
  /** Characters kept at the end. Default 4. */
  readonly end?: number | undefined
  /** Shows the whole address in groups of four, for the screen before something is sent. */
  readonly full?: boolean | undefined
}

/** An address. Shortened on screen, whole in the tooltip and for assistive technology. */
export function AddressText({ address, start = 6, end = 4, full = false }: AddressTextProps) {
  const value = safeText(address, 256)
  if (full) {
    return (
      <span className="lk-address" data-full="" dir="ltr" translate="no">
        <span className="lk-visually-hidden">{value}</span>
        {groupAddress(value).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat and never move
          <span key={index} className="lk-address-group" aria-hidden="true">
            {group}
          </span>
        ))}
      </span>
    )
  }
  return (
    <span className="lk-address" dir="ltr" translate="no" title={value}>
      <span className="lk-visually-hidden">{value}</span>
      <span className="lk-address-short" aria-hidden="true">
        {truncateAddress(value, start, end)}
      </span>
    </span>
  )
}
