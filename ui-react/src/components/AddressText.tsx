import { differingPlaces } from '../utils/differingPlaces.js'
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
  /** An address that it could be taken for: where they differ, it is underlined. Only with `full`. */
  readonly unlike?: string | undefined
}

/** An address. Shortened on screen, whole in the tooltip and for assistive technology. */
export function AddressText({ address, start = 6, end = 4, full = false, unlike }: AddressTextProps) {
  const value = safeText(address, 256)
  if (full) {
    return (
      <span className="lk-address" data-full="" dir="ltr" translate="no">
        <span className="lk-visually-hidden">{value}</span>
        <Groups value={value} unlike={unlike === undefined ? undefined : safeText(unlike, 256)} />
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

/** Groups of four. A line under a character needs no colour to be seen. */
function Groups({ value, unlike }: { readonly value: string; readonly unlike: string | undefined }) {
  const differing = unlike === undefined ? undefined : differingPlaces(value, unlike)
  const groups = groupAddress(value)
  return groups.map((group, index) => {
    const start = groups.slice(0, index).join('').length
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups repeat and never move
      <span key={index} className="lk-address-group" aria-hidden="true">
        {differing ? <Marked text={group} isMarked={(place) => differing.has(start + place)} /> : group}
      </span>
    )
  })
}

interface MarkedProps {
  readonly text: string
  isMarked(place: number): boolean
}

function Marked({ text, isMarked }: MarkedProps) {
  return [...text].map((character, place) =>
    isMarked(place) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: characters repeat and never move
      <u key={place} className="lk-differing">
        {character}
      </u>
    ) : (
      character
    ),
  )
}
