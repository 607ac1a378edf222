import type { ReactNode } from 'react'

export interface StackProps {
  /** Space between the parts: `md` 12 px (default) between fields and sections, `sm` 8 px between what belongs together. */
  readonly gap?: 'sm' | 'md' | undefined
  readonly testId?: string | undefined
  readonly children?: ReactNode | undefined
}

/** Parts of a view below each other, at the distances of the shell's own views. Rows in it line up with the rest. */
export function Stack({ gap = 'md', testId, children }: StackProps) {
  return (
    <div className="lk-stack" data-gap={gap} data-testid={testId}>
      {children}
    </div>
  )
}
