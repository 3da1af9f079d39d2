import { useEffect, useState } from 'react'

/** A picture that is kept on the phone. */
export function Picture({ blob, alt }: { blob: Blob | undefined; alt: string }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setAddress(null)
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address ? <img src={address} alt={alt} /> : <span className="picture-missing" role="img" aria-label={alt} />
}
