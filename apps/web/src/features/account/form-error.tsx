/** Why a form was not taken; said aloud when it appears. */
export function FormError({ error }: { error: { message: string } | null }) {
  return (
    <p role="alert" className="text-danger empty:hidden">
      {error?.message}
    </p>
  );
}
