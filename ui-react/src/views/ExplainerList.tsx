import type { ReactNode } from 'react'

export interface Explainer {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
}

/** A few facts for people who are new to this, each with a picture. */
export function ExplainerList({ items }: { readonly items: readonly Explainer[] }) {
  return (
    <ul className="lk-explainers">
      {items.map((item) => (
        <li key={item.title} className="lk-explainer">
          <span className="lk-explainer-icon">{item.icon}</span>
          <span className="lk-explainer-words">
            <span className="lk-explainer-title">{item.title}</span>
            <span className="lk-explainer-text">{item.text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
