import { type Slot, type SlotProps, slot } from './slot.js'

const Details = slot<{ readonly quote: number }>('example.details')
const props: SlotProps<typeof Details> = { quote: 1 }
export const same: Slot<{ readonly quote: number }> = Details

// @ts-expect-error the slot gives a number
export const wrongProps: SlotProps<typeof Details> = { quote: '1' }

// @ts-expect-error another slot's props do not fit
export const wrongSlot: Slot<{ readonly name: string }> = Details

export const used = [props]
