import { Icon, type IconProps } from './Icon.js'

export function GlobeIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.3 12h17.4M12 3c2.4 2.5 3.6 5.5 3.6 9s-1.2 6.5-3.6 9c-2.4-2.5-3.6-5.5-3.6-9S9.6 5.5 12 3Z"
    />
  )
}
