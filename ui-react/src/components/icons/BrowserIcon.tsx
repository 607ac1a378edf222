import { Icon, type IconProps } from './Icon.js'

export function BrowserIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M3.5 7A2.5 2.5 0 0 1 6 4.5h12A2.5 2.5 0 0 1 20.5 7v10a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 17V7ZM3.5 9h17M6.5 6.8v.1M9 6.8v.1"
    />
  )
}
