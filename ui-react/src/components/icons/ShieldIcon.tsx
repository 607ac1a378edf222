import { Icon, type IconProps } from './Icon.js'

export function ShieldIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M12 3.5 5 6v5.5c0 4.3 2.9 7.5 7 9 4.1-1.5 7-4.7 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10"
    />
  )
}
