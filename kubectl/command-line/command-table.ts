import { applyCommand } from "../commands/apply.ts";
import { attachCommand } from "../commands/attach.ts";
import { reconcileCommand } from "../commands/auth-reconcile.ts";
import { autoscaleCommand } from "../commands/autoscale.ts";
import { certificateCommands } from "../commands/certificate.ts";
import { apiResourcesCommand, apiVersionsCommand, clusterInfoCommand, versionCommand } from "../commands/cluster.ts";
import { completionCommand } from "../commands/completion.ts";
import { configReadCommands } from "../commands/config-read.ts";
import { configWriteCommands } from "../commands/config-write.ts";
import { cordonCommands } from "../commands/cordon.ts";
import { cpCommand } from "../commands/cp.ts";
import { createCommand } from "../commands/create.ts";
import {
  createConfigMapCommand,
  createDisruptionBudgetCommand,
  createPriorityClassCommand,
  createQuotaCommand,
  createSecretCommands,
  createSimpleCommands,
} from "../commands/create-configuration.ts";
import { createIngressCommand } from "../commands/create-ingress.ts";
import { createBindingCommands, createRoleCommands } from "../commands/create-rbac.ts";
import { createTokenCommand } from "../commands/create-token.ts";
import { createCronJobCommand, createDeploymentCommand, createJobCommand, createServiceCommands } from "../commands/create-workload.ts";
import { debugCommand } from "../commands/debug.ts";
import { deleteCommand } from "../commands/delete.ts";
import { describeCommand } from "../commands/describe.ts";
import { diffCommand } from "../commands/diff.ts";
import { drainCommand } from "../commands/drain.ts";
import { editCommand } from "../commands/edit.ts";
import { eventsCommand } from "../commands/events.ts";
import { execCommand } from "../commands/exec.ts";
import { explainCommand } from "../commands/explain.ts";
import { exposeCommand } from "../commands/expose.ts";
import { getCommand } from "../commands/get.ts";
import { kustomizeCommand } from "../commands/kustomize.ts";
import { labelCommands } from "../commands/label.ts";
import { editLastAppliedCommand, setLastAppliedCommand, viewLastAppliedCommand } from "../commands/last-applied.ts";
import { logsCommand } from "../commands/logs.ts";
import { patchCommand } from "../commands/patch.ts";
import { pluginListCommand } from "../commands/plugin-list.ts";
import { portForwardCommand } from "../commands/port-forward.ts";
import { proxyCommand } from "../commands/proxy.ts";
import { canICommand, whoAmICommand } from "../commands/rbac.ts";
import { replaceCommand } from "../commands/replace.ts";
import { rolloutChangeCommands } from "../commands/rollout-change.ts";
import { rolloutHistoryCommand } from "../commands/rollout-history.ts";
import { rolloutStatusCommand } from "../commands/rollout-status.ts";
import { rolloutUndoCommand } from "../commands/rollout-undo.ts";
import { runCommand } from "../commands/run.ts";
import { scaleCommand } from "../commands/scale.ts";
import { setEnvCommand } from "../commands/set-env.ts";
import { setImageCommand } from "../commands/set-image.ts";
import { setResourcesCommand } from "../commands/set-resources.ts";
import { setSelectorCommand, setServiceAccountCommand } from "../commands/set-selector.ts";
import { setSubjectCommand } from "../commands/set-subject.ts";
import { taintCommand } from "../commands/taint.ts";
import { topNodeCommand, topPodCommand } from "../commands/top.ts";
import { waitCommand } from "../commands/wait.ts";
import type { Command } from "./command.ts";

/** All commands. */
export const COMMANDS: readonly Command[] = [
  getCommand,
  describeCommand,
  logsCommand,
  eventsCommand,
  topPodCommand,
  topNodeCommand,
  execCommand,
  attachCommand,
  portForwardCommand,
  applyCommand,
  createCommand,
  createConfigMapCommand,
  ...createSecretCommands,
  ...createSimpleCommands,
  createPriorityClassCommand,
  createQuotaCommand,
  createDisruptionBudgetCommand,
  createDeploymentCommand,
  createJobCommand,
  createCronJobCommand,
  ...createServiceCommands,
  ...createRoleCommands,
  ...createBindingCommands,
  createTokenCommand,
  replaceCommand,
  patchCommand,
  deleteCommand,
  setImageCommand,
  setEnvCommand,
  setResourcesCommand,
  setSelectorCommand,
  setServiceAccountCommand,
  scaleCommand,
  autoscaleCommand,
  rolloutStatusCommand,
  rolloutHistoryCommand,
  rolloutUndoCommand,
  ...rolloutChangeCommands,
  ...labelCommands,
  taintCommand,
  ...cordonCommands,
  drainCommand,
  waitCommand,
  explainCommand,
  debugCommand,
  createIngressCommand,
  setSubjectCommand,
  viewLastAppliedCommand,
  setLastAppliedCommand,
  editLastAppliedCommand,
  ...certificateCommands,
  editCommand,
  diffCommand,
  cpCommand,
  exposeCommand,
  runCommand,
  versionCommand,
  clusterInfoCommand,
  ...configReadCommands,
  ...configWriteCommands,
  canICommand,
  whoAmICommand,
  reconcileCommand,
  apiResourcesCommand,
  apiVersionsCommand,
  kustomizeCommand,
  completionCommand,
  proxyCommand,
  pluginListCommand,
];
