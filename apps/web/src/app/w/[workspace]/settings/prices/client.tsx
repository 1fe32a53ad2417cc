"use client";

import type { ModelPrice } from "@baton/server/pricing";
import { formatCount } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalibrationPanel } from "@/features/settings/prices/calibration-panel";
import { DefaultModelPanel } from "@/features/settings/prices/default-model-panel";
import { ImportPanel } from "@/features/settings/prices/import-panel";
import { PriceDialog, typedPrice } from "@/features/settings/prices/price-dialog";
import { PricesPanel } from "@/features/settings/prices/prices-panel";
import { QueryError } from "@/frame/query-error";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

/** Shows the prices per million tokens, the basis of all dollar values. */
export function Prices({ workspace, today }: { workspace: string; today: string }) {
  const trpc = useTRPC();
  const prices = useQuery(trpc.prices.list.queryOptions({ workspace }));
  const { data: membership } = useQuery(trpc.workspaces.get.queryOptions({ workspace }));
  const change = usePriceChanges(workspace);
  const isOwner = membership?.roles.includes("owner") ?? false;
  return (
    <>
      <PageHead
        title="Prices"
        subtitle="Cost = tokens of each kind × their price on the day of the call. Value of a saving = tokens × prices of the receiver’s model in each of its turns."
      />
      {prices.isError && !prices.data && <QueryError title="The prices could not be loaded" query={prices} />}
      {prices.isPending && <TableSkeleton rows={12} />}
      {prices.data && (
        <div className="flex max-w-[1080px] flex-col gap-4">
          {prices.data.unpriced.count > 0 && (
            <Finding tone="warn">
              <p>
                These models have no price: {nameUnpriced(prices.data.unpriced)}. Their tokens are shown
                without a value. Set their prices, import a newer list, or choose a default model.
              </p>
              {isOwner && (
                <div className="mt-2 flex flex-wrap gap-2">
                  {prices.data.unpriced.first.slice(0, 8).map((model) => (
                    <PriceDialog
                      key={model}
                      trigger={{ label: `Price ${model}`, name: `Set the price of ${model}` }}
                      suggested={typedPrice({ model, effectiveFrom: today })}
                      onSave={change.set}
                    />
                  ))}
                </div>
              )}
            </Finding>
          )}
          <DefaultModelPanel
            prices={prices.data}
            onChange={isOwner ? (model) => change.setDefaultModel(model, prices.data.defaultModel) : null}
          />
          {prices.data.calibrations.length > 0 && <CalibrationPanel models={prices.data.calibrations} />}
          {isOwner && <ImportPanel onImport={(file) => change.importFile({ ...file, day: today })} />}
          <PricesPanel
            prices={prices.data}
            today={today}
            editing={isOwner ? { onSet: change.set, onRemove: change.remove } : null}
          />
        </div>
      )}
    </>
  );
}

function nameUnpriced({ first, count }: RouterOutputs["prices"]["list"]["unpriced"]): string {
  const rest = count - first.length;
  return `${first.join(", ")}${rest > 0 ? ` and ${formatCount(rest)} more` : ""}`;
}

/** Provides the changes an owner can make to prices; immediate ones can be undone from their message. */
function usePriceChanges(workspace: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const options = {
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries(trpc.prices.pathFilter()),
        queryClient.invalidateQueries(trpc.overview.pathFilter()),
      ]);
    },
  };
  const fail = (title: string) => (error: { message: string }) =>
    showToast({ tone: "danger", title, description: error.message });
  const set = useMutation(trpc.prices.set.mutationOptions(options));
  const importFile = useMutation(trpc.prices.import.mutationOptions(options));
  const remove = useMutation(trpc.prices.remove.mutationOptions(options));
  const setDefault = useMutation(trpc.prices.setDefaultModel.mutationOptions(options));
  const chooseDefault = (model: string | null, undo?: () => void) =>
    setDefault.mutate(
      { workspace, model },
      {
        onError: fail("The default model was not changed"),
        onSuccess: () =>
          undo &&
          showToast({
            tone: "ok",
            title: model === null ? "No default model" : `${model} is now the default model`,
            action: { label: "Undo", onSelect: undo },
          }),
      },
    );
  return {
    set: (price: ModelPrice) => set.mutateAsync({ workspace, ...price }),
    importFile: (file: { file: string; name: string; day: string }) =>
      importFile.mutateAsync({ workspace, ...file }),
    remove: ({ model, effectiveFrom, ...price }: ModelPrice) =>
      remove.mutate(
        { workspace, model, effectiveFrom },
        {
          onError: fail("Price not removed"),
          onSuccess: () =>
            showToast({
              tone: "ok",
              title: `Price of ${model} from ${effectiveFrom} removed`,
              action: {
                label: "Undo",
                onSelect: () => set.mutate({ workspace, model, effectiveFrom, ...price }),
              },
            }),
        },
      ),
    setDefaultModel: (model: string | null, before: string | null) =>
      chooseDefault(model, () => chooseDefault(before)),
  };
}
