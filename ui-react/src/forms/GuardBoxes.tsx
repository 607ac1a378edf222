import { Checkbox } from '../components/Checkbox.js'
import type { Guard } from './useGuard.js'

/** The boxes that a person ticks before a button that can cost them works. They stand right above it. */
export function GuardBoxes({ guard }: { readonly guard: Guard }) {
  return guard.boxes.map(({ subject, label, isGiven, give, testId }) => (
    <Checkbox key={subject} checked={isGiven} onChange={give} label={label} data-testid={testId} />
  ))
}
