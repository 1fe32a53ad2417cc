import { findContent } from "../../content/check-document";
import { manifestFinding } from "../manifest-finding";
import type { Check } from "./check";

/** Finds what the content rules between the sender and the receivers of a manifest find in it. */
export const checkContentRules: Check = ({ document, view, contentPolicy }) =>
  findContent(contentPolicy, { from: view.from_agent, to: view.to_agents }, document).map(
    ({ place, message, severity }) => manifestFinding("content_rule", place, message, severity),
  );
